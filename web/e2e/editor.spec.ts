import { expect, test } from './fixtures.ts';

test('pieces by drag, click and keyboard; play from there', async ({ player }) => {
  const { page } = player;
  await player.open('/editor');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByTestId('reason')).toContainText('the board is empty');

  // By keyboard: K on e1, and Shift with it on e8.
  await player.square('e1').focus();
  await page.keyboard.press('k');
  await expect(player.square('e1')).toHaveAccessibleName('e1, white king');
  await expect(page.getByTestId('reason')).toContainText('Black has no king');
  await player.square('e8').focus();
  await page.keyboard.press('Shift+K');
  await expect(page.getByTestId('reason')).toHaveText('The game would be over here at once.');

  // By click: choose a rook, then a square.
  await page.getByRole('button', { name: 'white rook' }).click();
  const { x, y } = await player.middle('h1');
  await page.mouse.click(x, y);
  await expect(player.square('h1')).toHaveAccessibleName('h1, white rook');
  await expect(page.getByTestId('reason')).toHaveText('This position can be played.');

  // By drag, from the palette and across the board.
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const queen = await page.getByRole('button', { name: 'black queen' }).boundingBox();
  const target = await player.middle('d8');
  if (!queen) throw new Error('no palette');
  await page.mouse.move(queen.x + 20, queen.y + 20);
  await page.mouse.down();
  await page.mouse.move(target.x, target.y, { steps: 5 });
  await page.mouse.up();
  await expect(player.square('d8')).toHaveAccessibleName('d8, black queen');
  await player.drag('d8', 'a5');
  await expect(player.square('a5')).toHaveAccessibleName('a5, black queen');
  await expect(page.getByRole('textbox', { name: 'FEN' })).toHaveValue('4k3/8/8/q7/8/8/8/4K2R w - - 0 1');

  await page.getByRole('button', { name: 'Play from here' }).click();
  await expect(player.square('a5')).toHaveAccessibleName('a5, black queen');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page).toHaveURL(/\/game\//);
  await expect(player.square('a5')).toHaveAccessibleName('a5, black queen');
});

test('reasons why a position cannot be played', async ({ player }) => {
  const { page } = player;
  await player.open('/editor');
  const fen = page.getByRole('textbox', { name: 'FEN' });
  const reason = page.getByTestId('reason');
  for (const [text, words] of [
    ['rubbish', 'This is not a FEN.'],
    ['4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1', 'both kings are in check. Remove one attacker.'],
    ['4k3/4R3/8/8/8/8/8/4K3 w - - 0 1', 'Black is in check'],
    ['P3k3/8/8/8/8/8/8/4K3 w - - 0 1', 'a pawn stands on the first or last rank'],
  ] as const) {
    await fen.fill(text);
    await expect(reason).toContainText(words);
    await expect(page.getByRole('button', { name: 'Play from here' })).toBeDisabled();
  }
  await player.expectAccessible();
});

test('side, castling, en passant, mirrored, colours', async ({ player }) => {
  const { page } = player;
  await player.open('/editor?fen=4k2r/8/8/3pP3/8/8/8/R3K3+w+Qk+-+0+1');
  const fen = page.getByRole('textbox', { name: 'FEN' });
  await expect(fen).toHaveValue('4k2r/8/8/3pP3/8/8/8/R3K3 w Qk - 0 1');
  await page.getByRole('combobox', { name: 'En passant' }).selectOption('d6');
  await expect(fen).toHaveValue('4k2r/8/8/3pP3/8/8/8/R3K3 w Qk d6 0 1');
  await page.getByRole('checkbox', { name: 'White queenside' }).uncheck();
  await expect(fen).toHaveValue('4k2r/8/8/3pP3/8/8/8/R3K3 w k d6 0 1');
  await page.getByRole('radio', { name: 'Black' }).check();
  await expect(fen).toHaveValue('4k2r/8/8/3pP3/8/8/8/R3K3 b k - 0 1');
  await page.getByRole('button', { name: 'Swap colours' }).click();
  await expect(fen).toHaveValue('r3k3/8/8/8/3Pp3/8/8/4K2R w K - 0 1');
  await page.getByRole('button', { name: 'Mirror' }).click();
  await expect(fen).toHaveValue('3k3r/8/8/8/3pP3/8/8/R2K4 w Q - 0 1');
  await expect(page).toHaveURL(/fen=3k3r/);
});
