// What the keys of the house do on the screen that is open now.

import { onMount } from 'svelte';
import type { KeyAction } from '../game/keys.ts';
import { router } from './router.svelte.ts';
import { sheets } from './sheets.svelte.ts';

export type Commands = Partial<Record<KeyAction, () => void>>;

/** What works everywhere; a screen can say otherwise. */
const everywhere: Commands = {
  help: () => sheets.show('keys'),
  new: () => router.go('/'),
  home: () => router.go('/'),
};

class CommandStack {
  private screens: Commands[] = [];

  run(action: KeyAction): boolean {
    const command = this.screens.at(-1)?.[action] ?? everywhere[action];
    command?.();
    return command !== undefined;
  }

  /** Adds a screen's commands for as long as its component lives. */
  use(commands: Commands): void {
    onMount(() => {
      this.screens.push(commands);
      return () => {
        this.screens = this.screens.filter((screen) => screen !== commands);
      };
    });
  }
}

export const commands = new CommandStack();
