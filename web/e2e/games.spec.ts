import { expect, test } from './fixtures.ts';

const PGN = `[Event "Club"]
[White "Nguyen"]
[Black "Tran"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event "Club"]
[White "Le"]
[Black "Pham"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 1/2-1/2
`;

async function paste(page: import('@playwright/test').Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test('import, search, filter, export, delete and undo', async ({ player }) => {
  const { page } = player;
  await page.goto(`${player.address}/games`);
  await expect(page.getByText('No games yet. Play one.')).toBeVisible();
  await page.getByRole('button', { name: 'Import PGN' }).click();
  await page.getByRole('textbox', { name: /Paste PGN/ }).fill(PGN);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('2 games imported.')).toBeVisible();
  const rows = page.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await player.expectAccessible();

  await page.getByRole('searchbox', { name: 'Search' }).fill('tran');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Nguyen – Tran');
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody');
  await expect(page.getByText('No game fits. Try fewer words.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByRole('radio', { name: 'Unfinished' }).check();
  await expect(rows).toHaveCount(0);
  await page.getByRole('radio', { name: 'All' }).check();
  await expect(rows).toHaveCount(2);

  await page.getByRole('checkbox', { name: 'Select Nguyen – Tran' }).check();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export 1' }).click();
  const stream = await (await download).createReadStream();
  let text = '';
  for await (const chunk of stream) text += chunk;
  expect(text).toContain('[White "Nguyen"]');
  expect(text).toContain('Qxf7#');
  expect(text).not.toContain('Pham');

  await page.getByRole('button', { name: 'Delete: Nguyen – Tran' }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);

  await page.getByRole('link', { name: 'Nguyen – Tran' }).click();
  await expect(player.ending()).toContainText('White wins');
  await expect(player.moves()).toHaveCount(7);
});

test('what cannot be read is told with its line', async ({ player }) => {
  const { page } = player;
  await page.goto(`${player.address}/games`);
  await page.getByRole('button', { name: 'Import PGN' }).click();
  await page.getByRole('textbox', { name: /Paste PGN/ }).fill(`${PGN}\n[White "X"]\n\n1. e4 Ke3 *\n`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('One game could not be read.')).toBeVisible();
  await expect(page.getByText(/Game 3, line \d+:/)).toBeVisible();
});

test('a PGN pasted anywhere opens', async ({ player }) => {
  await player.open();
  await expect(player.page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
  await paste(player.page, '1. e4 e5 2. Nf3 *');
  await player.expectMoves('e4', 'e5', 'Nf3');
});

test('a FEN pasted anywhere opens', async ({ player }) => {
  await player.open();
  await paste(player.page, '8/P6k/8/8/8/8/8/K7 w - - 0 1');
  await expect(player.page).toHaveURL(/\/editor\?fen=8\/P6k/);
  await expect(player.square('a7')).toHaveAccessibleName('a7, white pawn');
});

test('unfinished and latest games are on the start page', async ({ player }) => {
  const id = await player.game({ moves: ['e2e4'] });
  await player.open();
  await expect(player.page.getByRole('heading', { name: 'Unfinished games' })).toBeVisible();
  await player.page.locator(`a[href="/game/${id}"]`).click();
  await player.expectMoves('e4');
});
