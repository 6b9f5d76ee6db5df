// Two people, two browsers, one link.

import jsQR from 'jsqr';
import { type Player, expect, test } from './fixtures.ts';

/** What a camera reads from the QR code on the screen. */
async function scanned(player: Player): Promise<string | undefined> {
  const shot = await player.page.getByRole('img', { name: 'QR code of the link' }).screenshot();
  const picture = await player.page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const data = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    return { pixels: [...data], width: image.width, height: image.height };
  }, shot.toString('base64'));
  return jsQR(new Uint8ClampedArray(picture.pixels), picture.width, picture.height)?.data;
}

test('on this computer alone the page says how to share', async ({ player }) => {
  await player.game({ black: { type: 'open' } });
  await expect(player.page.getByText('kythu serve --host 0.0.0.0')).toBeVisible();
  await expect(player.page.getByRole('img', { name: 'QR code of the link' })).toBeHidden();
});

test.describe('shared', () => {
  test.use({ serverOptions: ['--no-natural', '--host', '0.0.0.0'] });

  test('two browsers play each other by link', async ({ player, newPlayer }) => {
    await player.open();
    await player.page.getByRole('button', { name: /^Black/ }).click();
    await player.page.getByRole('radio', { name: 'Somebody by link' }).check();
    await player.page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(player.page.getByTestId('status')).toHaveText('Waiting for your opponent to open the link.');
    await expect(player.page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    const link = await player.page.getByRole('textbox', { name: 'Link' }).inputValue();
    expect(link).toMatch(/^http:\/\/[^/]+\/join\/\w+/);
    expect(link).not.toContain('127.0.0.1');
    expect(await scanned(player)).toBe(link);
    await player.expectAccessible();

    const other = await newPlayer();
    await other.page.goto(other.address + new URL(link).pathname);
    await expect(other.page.getByText(/invites you to play Black/)).toBeVisible();
    await other.page.getByRole('textbox', { name: 'Your name' }).fill('Lan');
    await other.expectAccessible();
    await other.page.getByRole('button', { name: 'Sit down and play' }).click();
    await expect(other.page).toHaveURL(/\/game\//);
    await other.expectTurned(true);

    await expect(player.page.locator('[data-side="black"]')).toContainText('Lan');
    await player.drag('f2', 'f3');
    await other.expectMoves('f3');
    await other.drag('e7', 'e5');
    await player.expectMoves('f3', 'e5');

    // Only one's own pieces: a move of the other's is not sent.
    await other.drag('g2', 'g4');
    await expect(player.moves()).toHaveCount(2);

    // A move is taken back only if the other one agrees.
    await other.page.getByRole('button', { name: 'Undo' }).click();
    await player.page.getByRole('button', { name: 'Decline' }).click();
    await expect(other.page.getByText('Taking back was declined.')).toBeVisible();

    await player.drag('g2', 'g4');
    await other.expectMoves('f3', 'e5', 'g4');
    await other.drag('d8', 'h4');
    await expect(player.ending()).toContainText('You lose');
    await expect(other.ending()).toContainText('You win');

    // A rematch needs both, and swaps the seats.
    await other.ending().getByRole('button', { name: 'Rematch' }).click();
    await expect(player.ending()).toContainText('Black wants a rematch.');
    await player.ending().getByRole('button', { name: 'Rematch' }).click();
    await expect(other.moves()).toHaveCount(0);
    await expect(player.page).toHaveURL(other.page.url());
    await player.expectTurned(true);
    await other.expectTurned(false);
  });

  test('a third one only watches', async ({ player, newPlayer }) => {
    const id = await player.game({ moves: ['e2e4'] });
    const watcher = await newPlayer();
    await watcher.open(`/game/${id}`);
    await watcher.expectMoves('e4');
    await watcher.drag('e7', 'e5');
    await expect(watcher.moves()).toHaveCount(1);
    await player.drag('e7', 'e5');
    await watcher.expectMoves('e4', 'e5');
    await expect(player.page.getByText('2 watching')).toBeVisible();
  });
});
