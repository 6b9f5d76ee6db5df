// Addresses of the page: each screen, game and position has its own.

export type Route =
  | { screen: 'start' }
  | { screen: 'game'; id: string }
  | { screen: 'games' }
  | { screen: 'join'; token: string }
  | { screen: 'editor'; fen: string | undefined }
  | { screen: 'lost' };

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function routeOf(url: URL): Route {
  const [first, second, ...rest] = url.pathname.split('/').filter(Boolean).map(decoded);
  if (rest.length) return { screen: 'lost' };
  if (first === undefined) return { screen: 'start' };
  if (first === 'game' && second) return { screen: 'game', id: second };
  if (first === 'join' && second) return { screen: 'join', token: second };
  if (second !== undefined) return { screen: 'lost' };
  if (first === 'games') return { screen: 'games' };
  if (first === 'editor') return { screen: 'editor', fen: url.searchParams.get('fen') ?? undefined };
  return { screen: 'lost' };
}

export const gamePath = (id: string): string => `/game/${encodeURIComponent(id)}`;

export const editorPath = (fen?: string): string =>
  fen ? `/editor?fen=${encodeURIComponent(fen).replace(/%20/g, '+').replace(/%2F/g, '/')}` : '/editor';
