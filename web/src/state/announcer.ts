// What a change of the game sounds like and how it is told.

import type { ServerFrame } from '../api/types.ts';
import { opposite } from '../game/position.ts';
import type { Session } from '../game/session.ts';
import { type Sound, makeSound } from '../sound/sound.ts';
import { t } from './i18n.svelte.ts';
import { moveWords, resultSentence } from './labels.ts';
import { settings } from './settings.svelte.ts';
import { liveRegion, toasts } from './toasts.svelte.ts';

let soundedAt = -Infinity;

/** Agents in a hurry do not drum: what would sound together sounds once. */
export function sound(name: Sound): void {
  const now = performance.now();
  if (!settings.current.sound || now - soundedAt < 60) return;
  soundedAt = now;
  makeSound(name);
}

function soundOf(san: string, isOver: boolean): Sound {
  if (isOver) return 'end';
  if (san.endsWith('+')) return 'check';
  return san.includes('x') ? 'capture' : 'move';
}

/** Tells a screen reader, the loudspeaker and, where it matters, the eye. */
export function announce(session: Session, frame: ServerFrame): void {
  if (frame.type !== 'event') return;
  const { game } = session;
  const { result } = game.status;
  const words = t();
  const event = frame.event;
  switch (event.type) {
    case 'move':
      sound(soundOf(event.record.san, result !== null));
      return liveRegion.say(words.say.moved(event.by, moveWords(event.record.san)));
    case 'undo':
      sound('move');
      return liveRegion.say(words.say.undone(event.plies));
    case 'redo':
      sound('move');
      return liveRegion.say(words.say.redone);
    case 'joined':
      sound('notify');
      return liveRegion.say(words.say.joined(event.name));
    case 'offer': {
      if (game.you.length === 1 && game.you[0] === event.by) return;
      sound('notify');
      const said = { draw: words.game.drawOffered, undo: words.game.undoOffered, rematch: words.game.rematchOffered };
      return liveRegion.say(said[event.what](event.by));
    }
    case 'declined':
      if (game.you.length === 1 && game.you[0] === opposite(event.by)) toasts.show(words.game.declined[event.what]);
      return;
    case 'paused':
      if (event.why === 'agent_failed') {
        toasts.show(words.game.agentFailed(event.message ?? ''), { kind: 'problem' });
      }
      return liveRegion.say(words.game.paused);
    case 'over':
      sound('end');
      return liveRegion.say(result ? resultSentence(result) : words.result.ended);
    default:
  }
}
