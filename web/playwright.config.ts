import { defineConfig } from '@playwright/test';

// The system's browser: Playwright never downloads one.
export const browser = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync',
    // A page from disk (see e2e/page-from-disk.ts) counts as foreign to the server on this machine.
    ...(process.env['KYTHU_PAGE'] === 'disk' ? ['--disable-features=LocalNetworkAccessChecks'] : []),
  ],
};

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // Generous: other work may share the machine, and nothing here measures speed.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    launchOptions: browser,
    viewport: { width: 1280, height: 860 },
    locale: 'en-US',
    colorScheme: 'light',
    trace: 'retain-on-failure',
  },
});
