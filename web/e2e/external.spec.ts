// Somebody's own UCI engine at the board, named on the command line.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AGAINST, expect, test } from './fixtures.ts';
import { program } from './server.ts';

const STEADY = { type: 'agent', agent: 'external:Steady', options: {} };
const shaky = fileURLToPath(new URL('shaky-engine.mjs', import.meta.url));
const file = join(mkdtempSync(join(tmpdir(), 'kythu-shaky-')), 'died');

test.use({
  serverOptions: [
    '--no-natural',
    '--engine', `Steady=${program} uci --agent minimax?level=easy`,
    '--engine', `Shaky=${process.execPath} ${shaky} ${program} ${file}`,
  ],
});

test('it is among those who can sit down, and plays a whole game', async ({ player }) => {
  const { page } = player;
  await player.open();
  await page.getByRole('button', { name: /^Black/ }).click();
  await page.getByRole('radio', { name: 'Steady' }).check();
  await player.expectAccessible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Resign' })).toBeVisible();
  await player.drag('e2', 'e4');
  await expect(player.moves()).toHaveCount(2);
  await expect(page.locator('[data-side="black"]')).toContainText('Steady');

  await player.game({ white: STEADY, black: AGAINST.random });
  await expect(player.ending()).toBeVisible({ timeout: 90_000 });
  await expect(player.ending()).toContainText(/White wins|Draw/);
});

test('it pauses, takes a step, goes on, and outlives a server that is killed', async ({ player, server }) => {
  const { page } = player;
  await player.game({ white: STEADY, black: STEADY, pace_ms: 300 });
  await expect(player.moves()).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByTestId('status')).toHaveText('Paused');
  const count = await player.moves().count();
  await page.getByRole('button', { name: 'One move' }).click();
  await expect(player.moves()).toHaveCount(count + 1);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => player.moves().count()).toBeGreaterThan(count + 2);
  await server.kill();
  const before = await player.moves().count();
  await server.start();
  await expect.poll(() => player.moves().count(), { timeout: 30_000 }).toBeGreaterThan(before);
});

test('it dies in the middle of a game: the page says so, and asks it again', async ({ player }) => {
  const { page } = player;
  await player.game({ black: { type: 'agent', agent: 'external:Shaky', options: {} } });
  await player.type('e4');
  await expect(player.moves()).toHaveCount(2);
  await player.type('a3');
  await expect(player.moves()).toHaveCount(4);
  await player.type('h3');
  await expect(page.getByTestId('status')).toHaveText('Paused');
  await expect(page.getByTestId('failure')).toContainText('The agent stopped:');
  await player.expectAccessible();
  // Whoever comes later sees why nothing moves.
  await page.reload();
  await expect(page.getByTestId('failure')).toContainText('The agent stopped:');
  await expect(player.moves()).toHaveCount(5);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(player.moves()).toHaveCount(6);
  await expect(page.getByTestId('failure')).toBeHidden();
  await player.type('a4');
  await expect(player.moves()).toHaveCount(8);
});
