// Which key does what. Pure: the page tells what has the focus.

export type KeyAction =
  | 'first' | 'back' | 'forward' | 'last'
  | 'flip' | 'think' | 'type' | 'help' | 'new' | 'white' | 'black' | 'play' | 'home';

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** What has the focus: nothing in particular, something that keys press, a field, or a board square. */
export type Focus = 'page' | 'control' | 'field' | 'square';

/** Keys that are no letters: nobody who dictates presses them by accident. */
const ALWAYS: Record<string, KeyAction> = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'first',
  ArrowDown: 'last',
  Home: 'first',
  End: 'last',
  Escape: 'home',
};

/** Keys that write a character; they can be switched off. */
const CHARACTERS: Record<string, KeyAction> = {
  f: 'flip',
  ' ': 'think',
  '/': 'type',
  '?': 'help',
  r: 'new',
  '1': 'white',
  '2': 'black',
  '3': 'play',
};

export function keyAction(press: KeyPress, focus: Focus, characters: boolean): KeyAction | undefined {
  if (press.ctrlKey || press.altKey || press.metaKey) return undefined;
  if (focus === 'field' || focus === 'square') return undefined;
  // Space and the arrows belong to the button, the slider or the link that has the focus.
  if (focus === 'control' && press.key === ' ') return undefined;
  const always = ALWAYS[press.key];
  if (always) return always;
  return characters ? CHARACTERS[press.key.length === 1 ? press.key.toLowerCase() : press.key] : undefined;
}

const FIELDS = 'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=""], [contenteditable=true]';
const CONTROLS = 'button, a[href], summary, input';

export function focusOf(element: EventTarget | null): Focus {
  if (!(element instanceof Element)) return 'page';
  if (element.closest('[data-square]')) return 'square';
  if (element.matches(FIELDS)) return 'field';
  if (element.matches('input[type=radio]')) return 'field';
  return element.matches(CONTROLS) ? 'control' : 'page';
}
