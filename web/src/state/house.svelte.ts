// What is the same on every screen: who you are, which agents there are, and
// whether other machines can reach this server.

import { getAgents, getMe, getSite, updateMe } from '../api/client.ts';
import type { Agents, Kind, Me, Preset, Site } from '../api/types.ts';
import { presetOf } from '../game/agent-options.ts';
import { settings } from './settings.svelte.ts';
import { toasts } from './toasts.svelte.ts';

class House {
  me = $state.raw<Me | undefined>();
  agents = $state.raw<Agents>({ kinds: [], presets: [] });
  site = $state.raw<Site | undefined>();
  ready = $state(false);
  failed = $state(false);

  async load(): Promise<void> {
    try {
      // The cookie comes with the first answer; everything else may need it.
      const [me, agents, site] = await Promise.all([getMe(), getAgents(), getSite()]);
      this.me = me;
      this.agents = agents;
      this.site = site;
      settings.adopt(me.settings);
      this.ready = true;
      this.failed = false;
    } catch (error) {
      this.failed = true;
      toasts.problem(error);
      setTimeout(() => void this.load(), 3000);
    }
  }

  async refreshMe(): Promise<void> {
    try {
      this.me = await getMe();
    } catch {
      // The old level is good enough until the server answers again.
    }
  }

  async rename(nickname: string): Promise<boolean> {
    try {
      this.me = await updateMe({ nickname });
      return true;
    } catch (error) {
      toasts.problem(error);
      return false;
    }
  }

  async rate(rating: number): Promise<void> {
    try {
      this.me = await updateMe({ start_rating: rating });
    } catch (error) {
      toasts.problem(error);
    }
  }

  kind(agent: string): Kind | undefined {
    return this.agents.kinds.find((kind) => kind.id === agent);
  }

  preset(agent: string, options: Record<string, string>): Preset | undefined {
    return presetOf(this.agents.presets, agent, options);
  }
}

export const house = new House();
