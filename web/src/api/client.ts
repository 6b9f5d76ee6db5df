// The HTTP side of the server.

import type {
  Agents, ApiError, CheckedPosition, Game, GameList, ImportReport, Invitation, JoinLook, Me, NewGame, Site,
} from './types.ts';

/** A refusal by the server, or its silence (`offline`). */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

function isApiError(body: unknown): body is ApiError {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal('offline', 'The server does not answer.');
  }
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as T;
  if (isApiError(answer)) throw new Refusal(answer.code, answer.message);
  throw new Refusal('unknown', response.statusText);
}

const id = encodeURIComponent;

export const getMe = (): Promise<Me> => call('GET', '/me');
export const updateMe = (
  change: Partial<{ nickname: string; settings: object; start_rating: number }>,
): Promise<Me> => call('PATCH', '/me', change);
export const getSite = (): Promise<Site> => call('GET', '/site');
export const getAgents = (): Promise<Agents> => call('GET', '/agents');

export const createGame = (game: NewGame): Promise<Game> => call('POST', '/games', game);
export const getGame = (game: string): Promise<Game> => call('GET', `/games/${id(game)}`);
export const deleteGame = (game: string): Promise<void> => call('DELETE', `/games/${id(game)}`);
export const restoreGame = (game: string): Promise<Game> => call('POST', `/games/${id(game)}/restore`);
export const invite = (game: string): Promise<Invitation> => call('POST', `/games/${id(game)}/invite`);
export const lookAtInvitation = (token: string): Promise<JoinLook> => call('GET', `/join/${id(token)}`);
export const join = (token: string): Promise<Game> => call('POST', `/join/${id(token)}`);
export const importPgn = (pgn: string): Promise<ImportReport> => call('POST', '/games/import', { pgn });
export const checkPosition = (fen: string): Promise<CheckedPosition> =>
  call('POST', '/position/check', { fen });

export interface GameQuery {
  state?: 'unfinished' | 'finished' | 'deleted';
  q?: string;
  limit?: number;
  before?: string;
}

export function listGames(query: GameQuery): Promise<GameList> {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(key, String(value));
  }
  return call('GET', `/games?${search}`);
}

/** Where the browser downloads games as PGN; all of them when none is named. */
export function exportAddress(games: readonly string[]): string {
  return `/api/games/export${games.length ? `?ids=${games.map(id).join(',')}` : ''}`;
}
