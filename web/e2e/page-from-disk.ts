// With KYTHU_PAGE=disk the page comes out of dist instead of the program, so that
// a change to the page can be tested without building the program again.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

const TYPES: Record<string, string> = {
  html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml',
};
const typeOf = (file: string): string => TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

/** The server's own, as API.md has it: what it forbids must not be needed here either. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "media-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

export async function pageFromDisk(context: BrowserContext): Promise<void> {
  if (process.env['KYTHU_PAGE'] !== 'disk') return;
  await context.route(
    (url) => !url.pathname.startsWith('/api'),
    async (route) => {
      const path = new URL(route.request().url()).pathname;
      const file = join(dist, path.includes('.') ? path : 'index.html');
      await (existsSync(file) ? route.fulfill({ path: file, headers: { 'content-security-policy': POLICY, 'content-type': typeOf(file) } }) : route.abort());
    },
  );
}
