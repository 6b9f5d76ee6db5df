// Addresses of the page: each screen, game and position has its own.

export type Route =
  | { screen: 'start' }
  | { screen: 'game'; id: string }
  | { screen: 'games' }
  | { screen: 'join'; token: string }
  | { screen: 'editor'; fen: string | undefined }
  | { screen: 'lost' };

export function routeOf(url: URL): Route {
  const [first, second, ...rest] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (rest.length) return { screen: 'lost' };
  switch (first) {
    case undefined:
      return { screen: 'start' };
    case 'game':
      return second ? { screen: 'game', id: second } : { screen: 'lost' };
    case 'join':
      return second ? { screen: 'join', token: second } : { screen: 'lost' };
    case 'games':
      return second ? { screen: 'lost' } : { screen: 'games' };
    case 'editor':
      return second ? { screen: 'lost' } : { screen: 'editor', fen: url.searchParams.get('fen') ?? undefined };
    default:
      return { screen: 'lost' };
  }
}

class Router {
  route = $state<Route>(routeOf(new URL(location.href)));

  constructor() {
    addEventListener('popstate', () => (this.route = routeOf(new URL(location.href))));
  }

  go(path: string, replace = false): void {
    if (path !== location.pathname + location.search) {
      if (replace) history.replaceState(null, '', path);
      else history.pushState(null, '', path);
    }
    this.route = routeOf(new URL(path, location.href));
    if (!replace) scrollTo(0, 0);
  }

  /** Changes the address without changing the screen. */
  note(path: string): void {
    history.replaceState(null, '', path);
  }
}

export const router = new Router();

export const gamePath = (id: string): string => `/game/${encodeURIComponent(id)}`;
export const editorPath = (fen?: string): string =>
  fen ? `/editor?fen=${encodeURIComponent(fen).replace(/%20/g, '+').replace(/%2F/g, '/')}` : '/editor';

/** For links: lets the browser open new tabs, and does the rest without reloading. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}
