import { describe, expect, test } from 'vitest';
import {
  EMPTY, START, castlingChoices, colorsSwapped, draftOf, enPassantChoices, fenOfDraft, mirrored, problemOf, put,
  withCastling, withTurn,
} from './draft.ts';
import { INITIAL_FEN } from './position.ts';

const at = (fen: string) => {
  const draft = draftOf(fen);
  if (!draft) throw new Error(`no draft: ${fen}`);
  return draft;
};

describe('FEN in and out', () => {
  test.each([
    INITIAL_FEN,
    'r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 12',
    '8/8/8/8/8/8/8/8 w - - 0 1',
    'nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w KQkq - 0 1',
  ])('%s comes back', (fen) => expect(fenOfDraft(at(fen))).toBe(fen));
  test('rubbish is nothing', () => expect(draftOf('rubbish')).toBeUndefined());
});

describe('rights', () => {
  test('a right is lost with its rook and not given back', () => {
    const without = put(START, 'h1', undefined);
    expect(fenOfDraft(without)).toContain(' w Qkq ');
    expect(fenOfDraft(put(without, 'h1', { color: 'white', role: 'rook' }))).toContain(' w Qkq ');
    expect(fenOfDraft(withCastling(START, 'a8', false))).toContain(' KQk ');
  });
  test('only with king and rook at home', () => {
    expect(castlingChoices(START)).toHaveLength(4);
    expect(castlingChoices(put(START, 'e1', undefined)).map(({ color }) => color)).toEqual(['black', 'black']);
    expect(castlingChoices(EMPTY)).toEqual([]);
  });
  test('en passant where a pawn could take', () => {
    expect(enPassantChoices(at('4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1'))).toEqual(['d6']);
    expect(enPassantChoices(at('4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1'))).toEqual([]);
    expect(enPassantChoices(at('4k3/3p4/8/3pP3/8/8/8/4K3 w - - 0 1'))).toEqual([]);
  });
  test('the other side to move ends it', () => {
    expect(withTurn(at('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1'), 'black').enPassant).toBeUndefined();
  });
});

describe('turning around', () => {
  test('mirrored twice is the same', () => {
    const draft = at('r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 0 1');
    expect(fenOfDraft(mirrored(draft)).split(' ')[0]).toBe('3k3r/8/8/3Pp3/8/8/8/R2K4');
    expect(fenOfDraft(mirrored(mirrored(draft)))).toBe(fenOfDraft(draft));
  });
  test('swapped colours', () => {
    const swapped = colorsSwapped(at('4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1'));
    expect(fenOfDraft(swapped)).toBe('4k2r/8/8/8/3Pp3/8/8/4K3 b k d3 0 1');
  });
});

describe('problems', () => {
  test.each([
    ['8/8/8/8/8/8/8/8 w - - 0 1', { type: 'empty' }],
    ['8/8/8/8/8/8/8/4K3 w - - 0 1', { type: 'noKing', color: 'black' }],
    ['4k3/8/8/8/8/8/8/3KK3 w - - 0 1', { type: 'manyKings', color: 'white' }],
    ['P3k3/8/8/8/8/8/8/4K3 w - - 0 1', { type: 'pawnsOnLastRank' }],
    ['4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1', { type: 'bothInCheck' }],
    ['4k3/4R3/8/8/8/8/8/4K3 w - - 0 1', { type: 'wrongSideInCheck', color: 'black' }],
  ])('%s', (fen, problem) => expect(problemOf(at(fen))).toEqual(problem));
  test('none in the start position', () => expect(problemOf(START)).toBeUndefined());
});
