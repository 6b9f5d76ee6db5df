import { expect, test } from './fixtures.ts';

test('a clock runs, warns and flags', async ({ player }) => {
  await player.game({ clock: { base_ms: 9500, increment_ms: 0 }, moves: ['e2e4', 'e7e5'] });
  const clock = player.page.getByRole('timer', { name: 'White’s clock' });
  await expect(clock).toContainText('Little time left');
  await expect(clock).toContainText(/0:0\d\.\d/);
  await expect(player.ending()).toContainText('Black wins', { timeout: 30_000 });
  await expect(player.ending()).toContainText('on time');
});

test('the increment is added, and the past shows what was left then', async ({ player }) => {
  await player.game({ clock: { base_ms: 60_000, increment_ms: 30_000 } });
  const white = player.page.getByRole('timer', { name: 'White’s clock' });
  await expect(white).toHaveText('1:00');
  for (const [from, to] of [['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3'], ['b8', 'c6'], ['f1', 'c4']] as const) {
    const before = await player.moves().count();
    await player.drag(from, to);
    await expect(player.moves()).toHaveCount(before + 1);
  }
  await expect(white).toHaveText(/^[12]:[0-5]\d$/);
  await player.page.keyboard.press('Home');
  await expect(white).toHaveText('1:00');
});
