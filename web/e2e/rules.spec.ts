// The special moves and the ways a game ends.

import { expect, test } from './fixtures.ts';

for (const [piece, san] of [['queen', 'a8=Q'], ['rook', 'a8=R'], ['bishop', 'a8=B'], ['knight', 'a8=N']] as const) {
  test(`promotion to a ${piece}`, async ({ player }) => {
    await player.fen('8/P6k/8/8/8/8/8/K7 w - - 0 1');
    await player.drag('a7', 'a8');
    const chooser = player.page.getByRole('dialog', { name: 'Promote to' });
    await expect(chooser.getByRole('button')).toHaveCount(4);
    await chooser.getByRole('button', { name: piece }).click();
    await player.expectMoves(san);
    await expect(player.square('a8')).toHaveAccessibleName(`a8, white ${piece}, last move`);
  });
}

test('promotion by keyboard, and thinking better of it', async ({ player }) => {
  await player.fen('8/P6k/8/8/8/8/8/K7 w - - 0 1');
  const queen = player.page.getByRole('dialog', { name: 'Promote to' }).getByRole('button', { name: 'queen' });
  await player.walk('a7', 'a8');
  await expect(queen).toBeFocused();
  await player.page.keyboard.press('Escape');
  await expect(player.page.getByRole('dialog')).toBeHidden();
  await expect(player.square('a7')).toHaveAccessibleName('a7, white pawn');
  await player.walk('a7', 'a8');
  await expect(queen).toBeFocused();
  await player.page.keyboard.press('ArrowDown');
  await player.page.keyboard.press('Enter');
  await player.expectMoves('a8=R');
});

test('castling on both sides', async ({ player }) => {
  await player.fen('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
  await player.drag('e1', 'g1');
  await player.expectMoves('O-O');
  await expect(player.square('f1')).toHaveAccessibleName('f1, white rook');
  await player.click('e8', 'c8');
  await player.expectMoves('O-O', 'O-O-O');
  await expect(player.square('d8')).toHaveAccessibleName('d8, black rook');
});

test('castling in Chess960 is king takes rook', async ({ player }) => {
  await player.game({ start: { type: 'fen', fen: '1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1' } });
  await player.drag('e1', 'g1');
  await player.expectMoves('O-O');
  await expect(player.square('g1')).toHaveAccessibleName('g1, white king, last move');
  await expect(player.square('f1')).toHaveAccessibleName('f1, white rook');
});

test('en passant', async ({ player }) => {
  await player.fen('4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1');
  await player.drag('d7', 'd5');
  await player.expectMoves('d5');
  await player.drag('e5', 'd6');
  await player.expectMoves('d5', 'exd6');
  await expect(player.square('d5')).toHaveAccessibleName('d5, empty');
  await expect(player.page.getByText('Captured: pawn.')).toBeAttached();
});

test('illegal moves snap back', async ({ player }) => {
  await player.game({});
  await player.drag('e2', 'e5');
  await expect(player.square('e2')).toHaveAccessibleName(/white pawn/);
  await expect(player.moves()).toHaveCount(0);
});

test('check is marked and said', async ({ player }) => {
  await player.fen('4k3/8/8/8/8/8/8/R3K3 w - - 0 1');
  await player.drag('a1', 'a8');
  await expect(player.square('e8')).toHaveAccessibleName('e8, black king, in check');
  await expect(player.said()).toContainText('White: Rook a8, check');
  await expect(player.page.getByTestId('status')).toContainText('Check!');
});

test('stalemate', async ({ player }) => {
  await player.fen('7k/8/6Q1/8/8/8/8/K7 w - - 0 1');
  await player.drag('g6', 'f7');
  await expect(player.ending()).toContainText('Draw');
  await expect(player.ending()).toContainText('by stalemate');
  await expect(player.said()).toContainText('Draw by stalemate');
});

test('insufficient material', async ({ player }) => {
  await player.fen('7k/8/8/8/8/8/1p6/K7 w - - 0 1');
  await player.drag('a1', 'b2');
  await expect(player.ending()).toContainText('neither side can mate');
});

test('threefold repetition can be claimed', async ({ player }) => {
  const moves = ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1'];
  await player.game({ moves });
  await player.drag('f6', 'g8');
  await expect(player.moves()).toHaveCount(8);
  await expect(player.page.getByText('The position occurred three times')).toBeVisible();
  await player.page.getByRole('button', { name: 'Claim draw' }).click();
  await expect(player.ending()).toContainText('by threefold repetition');
  await expect(player.said()).toContainText('Draw by threefold repetition');
});

test('the fifty-move rule can be claimed', async ({ player }) => {
  await player.fen('7k/8/8/8/8/8/R7/K7 w - - 99 80');
  await player.drag('a2', 'b2');
  await expect(player.page.getByText('Fifty moves without capture or pawn move')).toBeVisible();
  await player.page.getByRole('button', { name: 'Claim draw' }).click();
  await expect(player.ending()).toContainText('by the fifty-move rule');
  await expect(player.said()).toContainText('Draw by the fifty-move rule');
});
