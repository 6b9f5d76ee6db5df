// Whatever breaks, the game is there.

import { AGAINST, expect, test } from './fixtures.ts';

test('after a reload', async ({ player }) => {
  await player.game({ clock: { base_ms: 300_000, increment_ms: 0 } });
  await player.drag('e2', 'e4');
  await player.expectMoves('e4');
  await player.page.reload();
  await player.expectMoves('e4');
  await player.drag('e7', 'e5');
  await player.expectMoves('e4', 'e5');
  await expect(player.page.getByRole('timer', { name: 'White’s clock' })).toHaveText(/^[45]:\d\d$/);
});

test('the server is killed and started again in the middle of a game', async ({ player, server }) => {
  await player.game({});
  await player.drag('e2', 'e4');
  await player.expectMoves('e4');
  await server.kill();
  await expect(player.page.getByText('The connection is lost. Trying again…')).toBeVisible();
  await server.start();
  await expect(player.page.getByTestId('status')).toHaveText('Black to move', { timeout: 20_000 });
  await player.drag('e7', 'e5');
  await player.expectMoves('e4', 'e5');
});

test('a move made while the server is away is sent when it is back', async ({ player, server }) => {
  await player.game({});
  await server.kill();
  await expect(player.page.getByText('The connection is lost. Trying again…')).toBeVisible();
  await player.drag('e2', 'e4');
  await expect(player.square('e4')).toHaveAccessibleName(/white pawn/);
  await server.start();
  await expect(player.moves()).toHaveText(['e4'], { timeout: 20_000 });
});

test('the server is killed in the middle of a search', async ({ player, server }) => {
  const slow = { type: 'agent', agent: 'engine', options: { movetime: '4' } };
  await player.game({ black: slow });
  await player.drag('e2', 'e4');
  await expect(player.page.getByTestId('status')).toContainText('is thinking');
  await server.kill();
  await server.start();
  await expect(player.moves()).toHaveCount(2, { timeout: 30_000 });
  await expect(player.page.getByTestId('status')).toHaveText('Your move');
});

test('the network goes and comes', async ({ player, context }) => {
  await player.game({ black: AGAINST.random });
  await context.setOffline(true);
  await player.page.evaluate(() => dispatchEvent(new Event('offline')));
  await context.setOffline(false);
  await player.drag('e2', 'e4');
  await expect(player.moves()).toHaveCount(2, { timeout: 20_000 });
});

test('a game that is not there', async ({ player }) => {
  await player.open();
  await player.page.goto(`${player.address}/game/nosuchgame`);
  await expect(player.page.getByRole('heading', { name: 'There is no such game.' })).toBeVisible();
  await player.expectAccessible();
});
