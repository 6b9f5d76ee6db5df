// A position that somebody is setting up: anything goes until it is checked.

import { Board, Chess, IllegalSetup, SquareSet, makeSquare, parseSquare } from 'chessops';
import { INITIAL_FEN, makeFen, parseFen } from 'chessops/fen';
import type { Color, Role, SquareName } from './position.ts';
import { opposite } from './position.ts';

export interface DraftPiece {
  color: Color;
  role: Role;
}

export interface Draft {
  pieces: ReadonlyMap<SquareName, DraftPiece>;
  turn: Color;
  /** The squares of the rooks that may still castle. */
  castling: ReadonlySet<SquareName>;
  enPassant: SquareName | undefined;
  halfmoves: number;
  fullmoves: number;
}

const BASE: Omit<Draft, 'pieces'> = {
  turn: 'white', castling: new Set(), enPassant: undefined, halfmoves: 0, fullmoves: 1,
};

export const EMPTY: Draft = { ...BASE, pieces: new Map() };

/** The draft of a FEN, or nothing if it cannot be read at all. */
export function draftOf(fen: string): Draft | undefined {
  return parseFen(fen).unwrap(
    (setup): Draft => ({
      pieces: new Map(
        [...setup.board].map(([square, { color, role }]) => [makeSquare(square), { color, role }]),
      ),
      turn: setup.turn,
      castling: new Set([...setup.castlingRights].map(makeSquare)),
      enPassant: setup.epSquare === undefined ? undefined : makeSquare(setup.epSquare),
      halfmoves: setup.halfmoves,
      fullmoves: setup.fullmoves,
    }),
    () => undefined,
  );
}

export const START: Draft = draftOf(INITIAL_FEN) ?? EMPTY;

function setupOf(draft: Draft) {
  const board = Board.empty();
  for (const [square, piece] of draft.pieces) board.set(parseSquare(square), piece);
  return {
    board,
    pockets: undefined,
    turn: draft.turn,
    castlingRights: [...draft.castling].reduce((rights, rook) => rights.with(parseSquare(rook)), SquareSet.empty()),
    epSquare: draft.enPassant && parseSquare(draft.enPassant),
    remainingChecks: undefined,
    halfmoves: draft.halfmoves,
    fullmoves: draft.fullmoves,
  };
}

export function fenOfDraft(draft: Draft): string {
  return makeFen(setupOf(draft));
}

/** Puts a piece onto a square, or takes away what stands there. */
export function put(draft: Draft, square: SquareName, piece: DraftPiece | undefined): Draft {
  const pieces = new Map(draft.pieces);
  if (piece) pieces.set(square, piece);
  else pieces.delete(square);
  return settled({ ...draft, pieces });
}

export function withPieces(draft: Draft, pieces: ReadonlyMap<SquareName, DraftPiece>): Draft {
  return settled({ ...draft, pieces: new Map(pieces) });
}

/** Rights that the pieces no longer allow are lost. */
function settled(draft: Draft): Draft {
  const possible = new Set(castlingChoices(draft).map(({ rook }) => rook));
  const castling = new Set([...draft.castling].filter((rook) => possible.has(rook)));
  const enPassant = enPassantChoices(draft).find((square) => square === draft.enPassant);
  return { ...draft, castling, enPassant };
}

export function withTurn(draft: Draft, turn: Color): Draft {
  return settled({ ...draft, turn, enPassant: undefined });
}

export function withCastling(draft: Draft, rook: SquareName, allowed: boolean): Draft {
  const castling = new Set(draft.castling);
  if (allowed) castling.add(rook);
  else castling.delete(rook);
  return { ...draft, castling };
}

export interface CastlingChoice {
  color: Color;
  side: 'king' | 'queen';
  rook: SquareName;
}

const firstRank = (color: Color): string => (color === 'white' ? '1' : '8');

/** The castlings that king and rooks allow; the outermost rook where there are several. */
export function castlingChoices(draft: Draft): CastlingChoice[] {
  const choices: CastlingChoice[] = [];
  for (const color of ['white', 'black'] as const) {
    const home = [...draft.pieces].filter(
      ([square, piece]) => piece.color === color && square[1] === firstRank(color),
    );
    const king = home.find(([, piece]) => piece.role === 'king')?.[0];
    if (!king) continue;
    const rooks = home.filter(([, piece]) => piece.role === 'rook').map(([square]) => square).sort();
    const chosen = (squares: SquareName[], outermost: number): SquareName | undefined =>
      squares.find((square) => draft.castling.has(square)) ?? squares.at(outermost);
    const kingSide = chosen(rooks.filter((rook) => rook > king), -1);
    const queenSide = chosen(rooks.filter((rook) => rook < king), 0);
    if (kingSide) choices.push({ color, side: 'king', rook: kingSide });
    if (queenSide) choices.push({ color, side: 'queen', rook: queenSide });
  }
  return choices;
}

/** The squares on which the side to move could take en passant. */
export function enPassantChoices(draft: Draft): SquareName[] {
  const [pawnRank, targetRank, fromRank] = draft.turn === 'white' ? [5, 6, 7] : [4, 3, 2];
  const isPawn = (square: string, color: Color): boolean => {
    const piece = draft.pieces.get(square as SquareName);
    return piece?.role === 'pawn' && piece.color === color;
  };
  const isEmpty = (square: string): boolean => !draft.pieces.has(square as SquareName);
  return [...'abcdefgh'].flatMap((file, index) => {
    const beside = ['abcdefgh'[index - 1], 'abcdefgh'[index + 1]].filter(Boolean);
    const fits =
      isPawn(`${file}${pawnRank}`, opposite(draft.turn)) &&
      isEmpty(`${file}${targetRank}`) &&
      isEmpty(`${file}${fromRank}`) &&
      beside.some((neighbour) => isPawn(`${neighbour}${pawnRank}`, draft.turn));
    return fits ? [`${file}${targetRank}` as SquareName] : [];
  });
}

/** The same position with the files reversed: a becomes h. */
export function mirrored(draft: Draft): Draft {
  const mirror = (square: SquareName): SquareName =>
    `${'hgfedcba'['abcdefgh'.indexOf(square[0] as string)]}${square[1]}` as SquareName;
  return settled({
    ...draft,
    pieces: new Map([...draft.pieces].map(([square, piece]) => [mirror(square), piece])),
    castling: new Set([...draft.castling].map(mirror)),
    enPassant: draft.enPassant && mirror(draft.enPassant),
  });
}

/** The same position with the colours swapped: White plays what was Black's. */
export function colorsSwapped(draft: Draft): Draft {
  const swap = (square: SquareName): SquareName => `${square[0]}${9 - Number(square[1])}` as SquareName;
  return settled({
    ...draft,
    turn: opposite(draft.turn),
    pieces: new Map(
      [...draft.pieces].map(([square, { color, role }]) => [swap(square), { color: opposite(color), role }]),
    ),
    castling: new Set([...draft.castling].map(swap)),
    enPassant: draft.enPassant && swap(draft.enPassant),
  });
}

export type DraftProblem =
  | { type: 'empty' }
  | { type: 'noKing'; color: Color }
  | { type: 'manyKings'; color: Color }
  | { type: 'pawnsOnLastRank' }
  | { type: 'bothInCheck' }
  | { type: 'wrongSideInCheck'; color: Color }
  | { type: 'impossible' };

/** Why no game can be played from here; nothing if one can. */
export function problemOf(draft: Draft): DraftProblem | undefined {
  if (draft.pieces.size === 0) return { type: 'empty' };
  for (const color of ['white', 'black'] as const) {
    const kings = [...draft.pieces.values()].filter((piece) => piece.role === 'king' && piece.color === color);
    if (kings.length === 0) return { type: 'noKing', color };
    if (kings.length > 1) return { type: 'manyKings', color };
  }
  const error = Chess.fromSetup(setupOf(draft)).unwrap(() => undefined, ({ message }) => message);
  switch (error) {
    case undefined:
      return undefined;
    case IllegalSetup.PawnsOnBackrank:
      return { type: 'pawnsOnLastRank' };
    case IllegalSetup.OppositeCheck: {
      const other = Chess.fromSetup(setupOf({ ...draft, turn: opposite(draft.turn), enPassant: undefined }));
      return other.isErr ? { type: 'bothInCheck' } : { type: 'wrongSideInCheck', color: opposite(draft.turn) };
    }
    default:
      return { type: 'impossible' };
  }
}
