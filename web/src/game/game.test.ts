import { describe, expect, test } from 'vitest';
import { bandOf } from './bands.ts';
import { backRank, chess960Fen } from './chess960.ts';
import { clockText, isLow, remaining } from './clock.ts';
import { squareAfter, squareRows } from './grid.ts';
import { keyAction } from './keys.ts';
import { materialOf } from './material.ts';
import { figurineSan, localSan, spoken, typedMove } from './notation.ts';
import { pasted } from './paste.ts';
import { INITIAL_FEN, destsOf, isPromotion, moveOf, positionOf, sanLine, squaresOf, uciOf } from './position.ts';
import { goTo, moveRows, walk } from './walk.ts';

const at = (fen: string) => {
  const position = positionOf(fen);
  if (!position) throw new Error(`no position: ${fen}`);
  return position;
};
const VI = { K: 'V', Q: 'H', R: 'X', B: 'T', N: 'M' };
const EN = { K: 'K', Q: 'Q', R: 'R', B: 'B', N: 'N' };

describe('position', () => {
  test('castling is the king’s two squares, and king takes rook in Chess960', () => {
    const position = at('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    const short = moveOf(position, 'e1', 'g1');
    expect(short && uciOf(position, short, false)).toBe('e1g1');
    expect(short && uciOf(position, short, true)).toBe('e1h1');
    expect(squaresOf(position, 'e1h1')).toEqual(['e1', 'g1']);
    expect(destsOf(position).get('e1')).toContain('g1');
    expect(destsOf(position, true).get('e1')).toContain('h1');
  });
  test('a promotion is known before it is chosen', () => {
    const position = at('8/P7/8/8/8/8/8/K1k5 w - - 0 1');
    expect(isPromotion(position, 'a7', 'a8')).toBe(true);
    expect(moveOf(position, 'a7', 'a8', 'knight')).toBeDefined();
  });
  test('illegal moves and impossible positions are nothing', () => {
    expect(moveOf(at(INITIAL_FEN), 'e2', 'e5')).toBeUndefined();
    expect(positionOf('8/8/8/8/8/8/8/8 w - - 0 1')).toBeUndefined();
    expect(positionOf('rubbish')).toBeUndefined();
  });
  test('a line stops where it becomes illegal', () => {
    expect(sanLine(INITIAL_FEN, ['e2e4', 'e7e5', 'e4e5', 'g1f3'])).toEqual(['e4', 'e5']);
  });
});

describe('chess960', () => {
  test.each([[518, 'RNBQKBNR'], [0, 'BBQNNRKR'], [959, 'RKRNNQBB'], [534, 'RNBKQBNR']])('%i is %s', (number, rank) => {
    expect(backRank(number)).toBe(rank);
  });
  test('all 960 are different and lawful', () => {
    const all = new Set(Array.from({ length: 960 }, (_, number) => chess960Fen(number)));
    expect(all.size).toBe(960);
    for (const fen of all) expect(positionOf(fen)).toBeDefined();
  });
});

describe('material', () => {
  test('a promoted pawn is not a captured one', () => {
    const start = '4k3/P7/8/8/8/8/8/R3K3 w - - 0 1';
    expect(materialOf(start, 'Q3k3/8/8/8/8/8/8/R3K3 b - - 0 1', 'black')).toEqual({ taken: [], ahead: 0 });
  });
  test('captures most valuable first, with the balance', () => {
    const fen = 'rnb1kbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 4';
    expect(materialOf(INITIAL_FEN, fen, 'white')).toEqual({ taken: ['queen', 'pawn'], ahead: 7 });
    expect(materialOf(INITIAL_FEN, fen, 'black')).toEqual({ taken: ['knight'], ahead: 0 });
  });
});

describe('clock', () => {
  test.each([[300_000, '5:00'], [299_001, '5:00'], [62_000, '1:02'], [3_723_000, '1:02:03'], [9_470, '0:09.4'], [0, '0:00.0']])(
    '%i ms is %s', (milliseconds, text) => expect(clockText(milliseconds)).toBe(text),
  );
  test('only the running one falls, and not below zero', () => {
    const reading = { remaining: { white: 1000, black: 5000 }, running: 'white' as const, at: 100 };
    expect(remaining(reading, 'white', 600)).toBe(500);
    expect(remaining(reading, 'black', 600)).toBe(5000);
    expect(remaining(reading, 'white', 9000)).toBe(0);
  });
  test('low time depends on the base', () => {
    expect(isLow(12_000, 60)).toBe(false);
    expect(isLow(12_000, 180)).toBe(true);
    expect(isLow(31_000, 3600)).toBe(false);
  });
});

describe('walking', () => {
  test('the last ply is the present', () => {
    expect(walk(undefined, 5, 'back')).toBe(4);
    expect(walk(4, 5, 'forward')).toBeUndefined();
    expect(walk(2, 5, 'first')).toBe(0);
    expect(walk(0, 5, 'back')).toBe(0);
    expect(goTo(9, 5)).toBeUndefined();
  });
  test('rows begin with the side that moves first', () => {
    expect(moveRows(INITIAL_FEN, 3)).toEqual([
      { number: 1, white: 1, black: 2 },
      { number: 2, white: 3, black: undefined },
    ]);
    expect(moveRows('8/8/8/8/8/8/8/K1k5 b - - 0 30', 2)).toEqual([
      { number: 30, white: undefined, black: 1 },
      { number: 31, white: 2, black: undefined },
    ]);
  });
});

describe('grid', () => {
  test('rows and steps turn with the board', () => {
    expect(squareRows('white')[0]?.[0]).toBe('a8');
    expect(squareRows('black')[0]?.[0]).toBe('h1');
    expect(squareAfter('e4', 'ArrowUp', 'white')).toBe('e5');
    expect(squareAfter('e4', 'ArrowUp', 'black')).toBe('e3');
    expect(squareAfter('a1', 'ArrowLeft', 'white')).toBe('a1');
    expect(squareAfter('e4', 'End', 'white')).toBe('h4');
    expect(squareAfter('e4', 'Enter', 'white')).toBeUndefined();
  });
});

describe('notation', () => {
  test('letters and figures', () => {
    expect(localSan('Nbxd7=Q+', VI)).toBe('Mbxd7=H+');
    expect(localSan('O-O', VI)).toBe('O-O');
    expect(figurineSan('Nf3', 'white')).toBe('♘f3');
  });
  test('spoken parts', () => {
    expect(spoken('Nbxd7+')).toMatchObject({ role: 'knight', from: 'b', takes: true, to: 'd7', check: true });
    expect(spoken('exd8=N#')).toMatchObject({ role: 'pawn', from: '', to: 'd8', promotion: 'knight', mate: true });
    expect(spoken('O-O-O')).toMatchObject({ castling: 'queen' });
    expect(spoken('rubbish')).toBeUndefined();
  });
  test.each(['Nf3', 'nf3', 'Mf3', 'g1f3', ' Nf3 ', 'G1F3'])('%s is typed for g1f3', (text) => {
    expect(typedMove(at(INITIAL_FEN), text, VI)).toBe('g1f3');
  });
  test('castling and promotion in many spellings', () => {
    const castle = at('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1');
    for (const text of ['O-O', '0-0', 'oo', 'e1g1', 'e1h1']) expect(typedMove(castle, text, EN)).toBe('e1h1');
    for (const text of ['O-O-O', '000', 'e1c1']) expect(typedMove(castle, text, EN)).toBe('e1a1');
    const pawn = at('8/P7/8/8/8/8/8/K1k5 w - - 0 1');
    for (const text of ['a8=Q', 'a8Q', 'a8=H', 'a7a8q']) expect(typedMove(pawn, text, VI)).toBe('a7a8q');
  });
  test('what is illegal or ambiguous is refused', () => {
    expect(typedMove(at(INITIAL_FEN), 'Ke2', EN)).toBeUndefined();
    expect(typedMove(at('4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1'), 'Nd2', EN)).toBeUndefined();
    expect(typedMove(at(INITIAL_FEN), '', EN)).toBeUndefined();
  });
});

describe('paste', () => {
  test('positions, games and other text', () => {
    expect(pasted(` ${INITIAL_FEN}\n`)).toEqual({ type: 'fen', fen: INITIAL_FEN });
    expect(pasted('[Event "x"]\n\n1. e4 e5 *')?.type).toBe('pgn');
    expect(pasted('1.d4 Nf6 2.c4')?.type).toBe('pgn');
    expect(pasted('see you at 1. floor')).toBeUndefined();
    expect(pasted('https://example.org/')).toBeUndefined();
  });
});

describe('keys', () => {
  const press = (key: string) => ({ key, ctrlKey: false, altKey: false, metaKey: false });
  test('never in fields or on squares, letters only when wanted', () => {
    expect(keyAction(press('f'), 'page', true)).toBe('flip');
    expect(keyAction(press('f'), 'field', true)).toBeUndefined();
    expect(keyAction(press('ArrowLeft'), 'square', true)).toBeUndefined();
    expect(keyAction(press('f'), 'page', false)).toBeUndefined();
    expect(keyAction(press('ArrowLeft'), 'page', false)).toBe('back');
    expect(keyAction(press(' '), 'control', true)).toBeUndefined();
    expect(keyAction({ ...press('r'), ctrlKey: true }, 'page', true)).toBeUndefined();
  });
});

test('bands', () => {
  expect(bandOf(0)).toBe('newcomer');
  expect(bandOf(1200)).toBe('improver');
  expect(bandOf(1700)).toBe('club');
  expect(bandOf(3200)).toBe('engine');
});
