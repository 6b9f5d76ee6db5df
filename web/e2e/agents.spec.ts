import { AGAINST, expect, test } from './fixtures.ts';

test('agents among themselves: pause, step, pace', async ({ player }) => {
  await player.game({ white: AGAINST.random, black: AGAINST.random, pace_ms: 500 });
  await expect(player.moves()).not.toHaveCount(0);
  await player.page.getByRole('button', { name: 'Pause' }).click();
  await expect(player.page.getByTestId('status')).toHaveText('Paused');
  const count = await player.moves().count();
  await player.page.getByRole('button', { name: 'One move' }).click();
  await expect(player.moves()).toHaveCount(count + 1);
  await player.page.getByRole('combobox', { name: 'Pace' }).selectOption('as fast as it goes');
  await player.page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => player.moves().count()).toBeGreaterThan(count + 4);
});

test('the plan is folded until somebody asks', async ({ player }) => {
  await player.game({ black: AGAINST.easy });
  await expect(player.page.getByText('Winning chance')).toBeHidden();
  await player.page.getByRole('button', { name: 'Show thoughts' }).click();
  await player.drag('e2', 'e4');
  await expect(player.moves()).toHaveCount(2);
  await expect(player.page.getByText('Winning chance')).toBeVisible();
  await expect(player.page.getByText('Plan:')).toBeVisible();
  await player.expectAccessible();
  await player.page.getByRole('heading', { name: 'Minimax, Easy', exact: true }).click();
  await player.page.keyboard.press(' ');
  await expect(player.page.getByText('Winning chance')).toBeHidden();
});

test('every option has its field, and what is set is played', async ({ player }) => {
  const { page } = player;
  await player.open();
  await page.getByRole('button', { name: /^Black/ }).click();
  await page.getByRole('radio', { name: 'Minimax' }).check();
  await page.getByRole('radio', { name: 'Medium' }).check();
  await expect(page.getByRole('button', { name: /^Black Minimax, Medium/ })).toBeVisible();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByText('Techniques', { exact: true }).first().click();
  await player.expectAccessible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Tutor');
  await page.getByRole('textbox', { name: 'Name' }).blur();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.locator('[data-side="black"]')).toContainText('Tutor');
});

test('keys 1, 2 and 3 seat players and begin', async ({ player }) => {
  await player.open();
  await expect(player.page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
  await player.page.getByRole('button', { name: /^Black/ }).click();
  await player.page.getByRole('radio', { name: 'Random' }).first().check();
  await player.page.getByRole('button', { name: /^Black/ }).click();
  await player.page.keyboard.press('1');
  await expect(player.page.getByRole('button', { name: /^White Random/ })).toBeVisible();
  await player.page.keyboard.press('3');
  await expect(player.page).toHaveURL(/\/game\//);
  await expect(player.moves()).not.toHaveCount(0);
  await player.page.keyboard.press('Escape');
  await expect(player.page).toHaveURL(/\/$/);
});

test('whatever way an agent thinks, the moves that it considered are shown', async ({ player }) => {
  const { page } = player;
  for (const [black, worth] of [
    [{ type: 'agent', agent: 'mcts', options: { level: 'easy' } }, /\d+%.*tried .* times/],
    [{ type: 'agent', agent: 'mlp', options: {} }, /\d+%, net [+−]?\d\.\d{3}/],
    [AGAINST.random, /played with \d+(\.\d)?%/],
  ] as const) {
    await player.game({ black });
    await page.getByRole('button', { name: 'Show thoughts' }).click();
    await player.drag('e2', 'e4');
    await expect(player.moves()).toHaveCount(2);
    const considered = page.getByRole('list', { name: 'Considered' }).getByRole('listitem');
    await expect(considered).toHaveCount(5);
    await expect(considered.first()).toHaveText(worth);
    await player.expectAccessible();
  }
});
