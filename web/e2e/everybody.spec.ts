// One interface for everybody: accessible screens, both languages, phones.

import { AGAINST, expect, test } from './fixtures.ts';
import { vi } from '../src/i18n/vi.ts';

test('axe finds nothing on the start page and its sheets', async ({ player }) => {
  test.slow();
  const { page } = player;
  await player.open();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
  await player.expectAccessible();
  await page.getByRole('button', { name: /^White/ }).click();
  await player.expectAccessible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await player.expectAccessible();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await player.expectAccessible();
  await page.getByRole('button', { name: 'Close' }).click();
  await player.expectAccessible();
  await page.getByRole('button', { name: 'Keys' }).click();
  await player.expectAccessible();
});

test('axe finds nothing on the other screens', async ({ player }) => {
  test.slow();
  const { page } = player;
  await player.game({ black: AGAINST.random, clock: { base_ms: 300_000, increment_ms: 0 }, moves: ['e2e4'] });
  await player.expectAccessible();
  await page.getByRole('button', { name: 'Share' }).click();
  await player.expectAccessible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await expect(player.ending()).toBeVisible();
  await player.expectAccessible();
  await page.goto(`${player.address}/games`);
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await player.expectAccessible();
  await player.open('/editor');
  await player.expectAccessible();
  await page.goto(`${player.address}/join/nosuchtoken`);
  await expect(page.getByText('This invitation is not valid any more.')).toBeVisible();
  await player.expectAccessible();
  await page.goto(`${player.address}/nowhere`);
  await player.expectAccessible();
});

test('the board as a screen reader has it', async ({ player }) => {
  await player.game({ moves: ['e2e4', 'e7e5'] });
  await player.square('g1').focus();
  await player.page.keyboard.press('Enter');
  await expect(player.said()).toContainText('g1, white knight picked up');
  await expect(player.page.getByRole('grid', { name: 'Chess board' })).toMatchAriaSnapshot(`
    - grid "Chess board":
      - row:
        - gridcell "a8, black rook"
        - gridcell "b8, black knight"
        - gridcell "c8, black bishop"
        - gridcell "d8, black queen"
        - gridcell "e8, black king"
        - gridcell "f8, black bishop"
        - gridcell "g8, black knight"
        - gridcell "h8, black rook"
      - row
      - row
      - row:
        - gridcell "a5, empty"
        - gridcell "b5, empty"
        - gridcell "c5, empty"
        - gridcell "d5, empty"
        - gridcell "e5, black pawn, last move"
        - gridcell "f5, empty"
        - gridcell "g5, empty"
        - gridcell "h5, empty"
      - row
      - row:
        - gridcell "a3, empty"
        - gridcell "b3, empty"
        - gridcell "c3, empty"
        - gridcell "d3, empty"
        - gridcell "e3, empty"
        - gridcell "f3, empty, legal target"
        - gridcell "g3, empty"
        - gridcell "h3, empty, legal target"
      - row
      - row:
        - gridcell "a1, white rook"
        - gridcell "b1, white knight"
        - gridcell "c1, white bishop"
        - gridcell "d1, white queen"
        - gridcell "e1, white king"
        - gridcell "f1, white bishop"
        - gridcell "g1, white knight, selected"
        - gridcell "h1, white rook"
  `);
  await player.page.keyboard.press('Escape');
  await expect(player.square('g1')).toHaveAccessibleName('g1, white knight');
});

test('the first page is small', async ({ player }) => {
  const { page } = player;
  await player.open();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
  const names = await page.evaluate(() => [location.href, ...performance.getEntriesByType('resource').map((entry) => entry.name)]);
  let bytes = 0;
  for (const name of names) {
    const response = await page.request.get(name, { headers: { 'accept-encoding': 'gzip' } });
    bytes += Number(response.headers()['content-length'] ?? (await response.body()).length);
  }
  expect(names.length).toBeGreaterThan(3);
  expect(bytes).toBeLessThan(200_000);
});

test('one square is in the tab order, with a visible ring', async ({ player }) => {
  await player.game({});
  await expect(player.page.locator('[data-square][tabindex="0"]')).toHaveCount(1);
  await player.square('e2').focus();
  await player.page.keyboard.press('ArrowUp');
  await expect(player.square('e3')).toBeFocused();
  const outline = await player.square('e3').evaluate((element) => getComputedStyle(element).outlineWidth);
  expect(outline).toBe('3px');
});

test('single-letter keys: not in fields, not on squares, and off if wanted', async ({ player }) => {
  const { page } = player;
  await player.game({});
  await player.square('e2').focus();
  await page.keyboard.press('f');
  await player.expectTurned(false);
  await page.keyboard.press('Tab');
  await page.getByRole('textbox', { name: 'Type a move' }).focus();
  await page.keyboard.type('f');
  await player.expectTurned(false);
  await page.getByRole('textbox', { name: 'Type a move' }).fill('');
  await page.getByRole('button', { name: 'Flip' }).focus();
  await page.keyboard.press('f');
  await player.expectTurned(true);
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Type a move' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: /Single-letter keys/ }).uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('f');
  await player.expectTurned(true);
});

test('settings last', async ({ player }) => {
  const { page } = player;
  await player.open();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('radio', { name: 'Lacquer' }).check();
  await page.getByRole('radio', { name: 'Disc' }).check();
  await page.getByRole('radio', { name: 'Tiếng Việt' }).check();
  await expect(page.getByRole('heading', { name: 'Cài đặt' })).toBeVisible();
  await page.reload();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(root).toHaveAttribute('data-board', 'lacquer');
  await expect(root).toHaveAttribute('data-pieces', 'disc');
  await expect(root).toHaveAttribute('lang', 'vi');
});

test('every agent and every option of it has Vietnamese words', async ({ player }) => {
  const answer = await player.page.request.get(`${player.address}/api/agents`);
  interface Option { name: string; about: string }
  const { kinds } = (await answer.json()) as { kinds: { id: string; options: Option[] }[] };
  expect(kinds.filter(({ id }) => !vi.agents[id]?.about).map(({ id }) => id)).toEqual([]);
  const options = kinds.flatMap((kind) => kind.options.map((option) => ({ kind: kind.id, ...option })));
  expect(options.length).toBeGreaterThan(100);
  expect(options.filter(({ name }) => !vi.options[name]?.about).map(({ kind, name }) => `${kind}: ${name}`)).toEqual([]);
  // Nothing is translated that the server no longer says.
  const said = new Set(options.map(({ about }) => about));
  expect(Object.keys(vi.meanings).filter((sentence) => !said.has(sentence))).toEqual([]);
});

test.describe('Vietnamese', () => {
  test.use({ locale: 'vi-VN' });

  test('a game from the first word to the last', async ({ player }) => {
    const { page } = player;
    await player.open();
    await expect(page.getByRole('button', { name: 'Chơi', exact: true })).toBeEnabled();
    await player.expectAccessible();
    await player.game({ moves: ['f2f3', 'e7e5', 'g2g4'] });
    await expect(player.square('d8')).toHaveAccessibleName('d8, Hậu đen');
    await expect(page.getByTestId('status')).toHaveText('Đến lượt Đen');
    await player.type('Hh4#');
    await expect(player.moves().last()).toHaveText('Hh4#');
    await expect(player.said()).toHaveText('Đen: Hậu h4, chiếu hết. Đen thắng, chiếu hết');
    await expect(player.ending()).toContainText('Đen thắng');
  });
});

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the board is as wide as the screen, actions are in reach', async ({ player }) => {
    const { page } = player;
    await player.open();
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeInViewport();
    await player.expectAccessible();
    await player.game({ black: AGAINST.random });
    const board = await page.getByRole('grid').boundingBox();
    expect(board?.width).toBeGreaterThanOrEqual(384);
    await player.tap('e2', 'e4');
    await expect(player.moves()).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Resign' })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await player.expectAccessible();
  });
});
