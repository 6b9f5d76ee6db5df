import { defineConfig } from '@playwright/test';
import { browser } from './playwright.config.ts';

// `npm run screenshots`: every screen into docs/screenshots, to be looked at.
export default defineConfig({
  testDir: 'screenshots',
  workers: 2,
  timeout: 120_000,
  reporter: [['list']],
  use: { launchOptions: browser, locale: 'en-US', reducedMotion: 'reduce' },
});
