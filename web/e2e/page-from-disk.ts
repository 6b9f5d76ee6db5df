// With KYTHU_PAGE=disk the page comes out of dist instead of the program, so that
// a change to the page can be tested without building the program again.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

export async function pageFromDisk(context: BrowserContext): Promise<void> {
  if (process.env['KYTHU_PAGE'] !== 'disk') return;
  await context.route(
    (url) => !url.pathname.startsWith('/api'),
    async (route) => {
      const path = new URL(route.request().url()).pathname;
      const file = join(dist, path.includes('.') ? path : 'index.html');
      await (existsSync(file) ? route.fulfill({ path: file }) : route.abort());
    },
  );
}
