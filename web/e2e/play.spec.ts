// Whole games, by every means there is.

import { AGAINST, type Player, expect, test } from './fixtures.ts';

/** Scholar's mate: from, to, SAN. */
const SCHOLAR = [
  ['e2', 'e4', 'e4'], ['e7', 'e5', 'e5'], ['d1', 'h5', 'Qh5'], ['b8', 'c6', 'Nc6'],
  ['f1', 'c4', 'Bc4'], ['g8', 'f6', 'Nf6'], ['h5', 'f7', 'Qxf7#'],
] as const;

async function playScholar(player: Player, move: (from: string, to: string) => Promise<void>): Promise<void> {
  await player.game({});
  for (const [index, [from, to]] of SCHOLAR.entries()) {
    await move(from, to);
    await player.expectMoves(...SCHOLAR.slice(0, index + 1).map(([, , san]) => san));
  }
  await expect(player.ending()).toContainText('White wins');
  await expect(player.ending()).toContainText('by checkmate');
  await expect(player.said()).toContainText('White: Queen takes f7, checkmate. White wins by checkmate');
}

test('a game by dragging', ({ player }) => playScholar(player, (from, to) => player.drag(from, to)));
test('a game by clicking', ({ player }) => playScholar(player, (from, to) => player.click(from, to)));
test('a game by keyboard', ({ player }) => playScholar(player, (from, to) => player.walk(from, to)));

test('a game by typing', async ({ player }) => {
  await player.game({});
  for (const move of ['e4', 'e7e5', 'Qh5', 'nc6', 'Bc4', 'Nf6']) {
    const before = await player.moves().count();
    await player.type(move);
    await expect(player.moves()).toHaveCount(before + 1);
  }
  await player.type('Qxf8');
  await expect(player.page.getByRole('alert')).toContainText('“Qxf8” is not a legal move here.');
  await player.type('Qxf7#');
  await expect(player.ending()).toContainText('by checkmate');
});

test('moving a piece on the start page starts the game', async ({ player }) => {
  await player.open();
  await expect(player.page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
  await player.drag('e2', 'e4');
  await expect(player.page).toHaveURL(/\/game\//);
  await expect(player.moves().first()).toHaveText('e4');
  await expect(player.moves()).toHaveCount(2);
  await expect(player.page.getByTestId('status')).toHaveText('Your move');
  await expect(player.page.getByText('Does not count for your level')).toBeHidden();
});

test('one click is enough, and the first visit is asked once', async ({ player }) => {
  await player.open();
  await player.page.getByRole('button', { name: 'I play in a club' }).click();
  await expect(player.page.getByRole('heading', { name: 'How well do you play?' })).toBeHidden();
  await player.page.reload();
  await expect(player.page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
  await expect(player.page.getByRole('heading', { name: 'How well do you play?' })).toBeHidden();
  await player.page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(player.page).toHaveURL(/\/game\//);
  await expect(player.page.getByTestId('status')).toHaveText('Your move');
});

test('undo takes back both moves against an agent, redo brings them back', async ({ player }) => {
  await player.game({ black: AGAINST.random });
  await player.drag('e2', 'e4');
  await expect(player.moves()).toHaveCount(2);
  await player.page.getByRole('button', { name: 'Undo' }).click();
  await expect(player.moves()).toHaveCount(0);
  await expect(player.page.getByText('Does not count for your level: a move was taken back.')).toBeVisible();
  await player.page.getByRole('button', { name: 'Redo' }).click();
  await expect(player.moves()).toHaveCount(2);
});

test('resigning is asked once, and a rematch swaps the colours', async ({ player }) => {
  await player.game({ black: AGAINST.random });
  await player.drag('e2', 'e4');
  await expect(player.moves()).toHaveCount(2);
  await player.page.getByRole('button', { name: 'Resign' }).click();
  await player.page.getByRole('button', { name: 'Play on' }).click();
  await expect(player.ending()).toBeHidden();
  await player.page.getByRole('button', { name: 'Resign' }).click();
  await player.page.getByRole('button', { name: 'Resign' }).click();
  await expect(player.ending()).toContainText('You lose');
  await expect(player.ending()).toContainText('by resignation');
  const before = player.page.url();
  await player.ending().getByRole('button', { name: 'Rematch' }).click();
  await expect(player.page).not.toHaveURL(before);
  await expect(player.square('h1')).toBeVisible();
  await player.expectTurned(true);
});

test('a draw by agreement on one device', async ({ player }) => {
  await player.game({});
  await player.drag('e2', 'e4');
  await player.expectMoves('e4');
  await player.page.getByRole('button', { name: 'Offer draw' }).click();
  await expect(player.ending()).toContainText('Draw');
  await expect(player.ending()).toContainText('by agreement');
});

test('a hint is an arrow and a word, and the game no longer counts', async ({ player }) => {
  await player.game({ black: AGAINST.easy, start: { type: 'fen', fen: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' } });
  await player.page.getByRole('button', { name: 'Hint' }).click();
  await expect(player.page.getByTestId('hint')).toHaveText('Hint: Ra8#');
  await expect(player.page.locator('.cg-shapes line, .cg-shapes g g')).not.toHaveCount(0);
});

test('walking the moves by keys, buttons and list', async ({ player }) => {
  await player.game({ moves: ['e2e4', 'e7e5', 'g1f3'] });
  const current = player.page.locator('[data-ply][aria-current]');
  await expect(current).toHaveText('Nf3');
  await player.page.keyboard.press('ArrowLeft');
  await expect(current).toHaveText('e5');
  await expect(player.square('f3')).toHaveAccessibleName('f3, empty');
  await player.page.keyboard.press('Home');
  await expect(current).toHaveCount(0);
  await player.page.keyboard.press('End');
  await expect(current).toHaveText('Nf3');
  await player.page.locator('[data-ply="1"]').click();
  await expect(current).toHaveText('e4');
  await player.page.getByRole('button', { name: 'Back to the game' }).click();
  await expect(current).toHaveText('Nf3');
  await player.page.keyboard.press('f');
  await player.expectTurned(true);
});

test('premoves are played when their time comes', async ({ player, newPlayer }) => {
  const id = await player.game({ black: { type: 'open' } });
  const invitation = await player.page.request.post(`${player.address}/api/games/${id}/invite`, {
    headers: { origin: player.address },
  });
  const { path } = (await invitation.json()) as { path: string };
  const other = await newPlayer();
  await other.page.goto(other.address + path);
  await other.page.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(other.page).toHaveURL(/\/game\//);
  await expect(other.page.getByTestId('status')).toHaveText('White to move');
  await other.drag('e7', 'e5');
  await expect(other.square('e5')).toHaveAccessibleName('e5, empty, premove');
  await player.drag('e2', 'e4');
  await player.expectMoves('e4', 'e5');
  await other.expectMoves('e4', 'e5');
});
