// Which screen is open. The address says it, so the back button works.

import { type Route, routeOf } from '../game/route.ts';

export { editorPath, gamePath } from '../game/route.ts';

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

/** For links: lets the browser open new tabs, and does the rest without reloading. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}
