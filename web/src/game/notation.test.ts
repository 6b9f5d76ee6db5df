import { describe, expect, test } from 'vitest';
import { figurineSan, localSan, spoken, typedMove } from './notation.ts';
import { INITIAL_FEN, positionOf } from './position.ts';

const at = (fen: string) => {
  const position = positionOf(fen);
  if (!position) throw new Error(`no position: ${fen}`);
  return position;
};
const VI = { K: 'V', Q: 'H', R: 'X', B: 'T', N: 'M' };
const EN = { K: 'K', Q: 'Q', R: 'R', B: 'B', N: 'N' };

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
