// What people do to a page: in a hurry, twice at once, at the wrong moment, with
// the wrong file.

import { Chess } from 'chessops/chess';
import { makeSanAndPlay } from 'chessops/san';
import { type Player, AGAINST, expect, test } from './fixtures.ts';

const SLOW = { type: 'agent', agent: 'engine', options: { movetime: '3' } };

async function secondTab(player: Player): Promise<Player> {
  const page = await player.page.context().newPage();
  await page.goto(player.page.url());
  return new (player.constructor as new (page: unknown, address: string) => Player)(page, player.address);
}

/** Nothing sticks out sideways, and no word is cut off in its button. */
async function expectFits(player: Player): Promise<void> {
  const problems = await player.page.evaluate(() => {
    const found: string[] = [];
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) found.push(`the page is ${wide}px too wide`);
    for (const button of document.querySelectorAll<HTMLElement>('button.button, a.button, .chip, label:not(.hidden-text)')) {
      if (button.offsetParent && button.scrollWidth > button.clientWidth + 1) found.push(`cut off: ${button.textContent?.trim()}`);
    }
    return found;
  });
  expect(problems).toEqual([]);
}

test('two tabs of one visitor show the same game, and only one move counts', async ({ player }) => {
  await player.game({});
  const other = await secondTab(player);
  await expect(other.page.getByRole('grid')).toBeVisible();
  await player.drag('e2', 'e4');
  await other.expectMoves('e4');
  // Both at once: one is played, the other tab is told and shows what was played.
  await Promise.all([player.type('Nf6'), other.type('Nc6')]);
  await expect(player.moves()).toHaveCount(2);
  const texts = await player.moves().allTextContents();
  await expect(other.moves()).toHaveText(texts);
  await other.type('Nf3');
  await expect(player.moves()).toHaveCount(3);
});

test('clicking twice begins one game', async ({ player }) => {
  const { page } = player;
  await player.open();
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await expect(play).toBeEnabled();
  await play.dblclick();
  await expect(page).toHaveURL(/\/game\//);
  await page.goto(`${player.address}/games`);
  await expect(page.getByRole('listitem')).toHaveCount(1);
});

test('moves in a great hurry', async ({ player }) => {
  const id = await player.game({});
  const expectAgreement = () =>
    expect(async () => {
      const answer = await player.page.request.get(`${player.address}/api/games/${id}`);
      const { moves } = (await answer.json()) as { moves: { san: string }[] };
      expect(moves.length).toBeGreaterThan(0);
      expect(await player.moves().allTextContents()).toEqual(moves.map(({ san }) => san));
    }).toPass();
  for (const [from, to] of [['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3'], ['b8', 'c6'], ['f1', 'b5']] as const) {
    await player.click(from, to);
  }
  // Whatever got through, the list agrees with the server.
  await expectAgreement();
  await player.page.reload();
  await expectAgreement();
});

test('a reload in the middle of a promotion', async ({ player }) => {
  await player.fen('8/P6k/8/8/8/8/8/K7 w - - 0 1');
  await player.click('a7', 'a8');
  await expect(player.page.getByRole('button', { name: /queen/i }).first()).toBeVisible();
  await player.page.reload();
  await expect(player.square('a7')).toHaveAccessibleName(/white pawn/);
  await expect(player.moves()).toHaveCount(0);
  await player.type('a8=N');
  await player.expectMoves('a8=N');
});

test('undo while the agent thinks takes the move back, and the agent forgets it', async ({ player }) => {
  await player.game({ black: SLOW });
  await player.drag('e2', 'e4');
  await expect(player.page.getByTestId('status')).toContainText('is thinking');
  await player.page.getByRole('button', { name: 'Undo' }).click();
  await expect(player.moves()).toHaveCount(0);
  await expect(player.page.getByTestId('status')).toHaveText('Your move');
  await player.page.waitForTimeout(3500);
  await expect(player.moves()).toHaveCount(0);
  await player.drag('d2', 'd4');
  await expect(player.moves()).toHaveCount(2);
});

test('a FEN without end', async ({ player }) => {
  const { page } = player;
  await player.open('/editor');
  const field = page.getByRole('textbox', { name: 'FEN' });
  for (const rubbish of ['8/'.repeat(20_000), '<script>alert(1)</script>', '9/9/9/9/9/9/9/9 w - - 0 1', `${'k'.repeat(64)} w - - 0 1`]) {
    await field.fill(rubbish);
    await field.press('Enter');
    await expect(page.getByText(/not a FEN|cannot/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Play from here' })).toBeDisabled();
  }
  await page.goto(`${player.address}/editor?fen=${'p'.repeat(5000)}`);
  await expect(page.getByRole('grid')).toBeVisible();
});

test('files that are no games', async ({ player }) => {
  const { page } = player;
  await page.goto(`${player.address}/games`);
  await page.getByRole('button', { name: 'Import PGN' }).click();
  const text = page.getByRole('textbox', { name: /Paste PGN/ });
  const go = page.getByRole('button', { name: 'Import', exact: true });
  const noise = Array.from({ length: 3000 }, (_, index) => String.fromCharCode(32 + ((index * 7919) % 900))).join('');
  for (const rubbish of [noise, '\u0000\u0001\u0002', '[Event "x"', '{'.repeat(5000)]) {
    await text.fill(rubbish);
    await go.click();
    await expect(page.getByText(/could be read|could not be read|One game imported/).first()).toBeVisible();
    await expect(go).toBeEnabled();
  }
  await text.fill('1. e4 '.repeat(1_000_000));
  await go.click();
  await expect(page.getByText('This is too large.')).toBeVisible();
});

/** Two hundred moves that end nothing. */
function longGame(): string {
  const position = Chess.default();
  let seed = 7;
  const random = (count: number): number => (seed = (seed * 48271) % 2147483647) % count;
  const sans: string[] = [];
  while (sans.length < 400) {
    const moves = [...position.allDests()].flatMap(([from, dests]) => [...dests].map((to) => ({ from, to })));
    // Little is taken, so there is always somebody left to move; a pawn only now and then, because of the 75-move rule.
    const wantsPawn = position.halfmoves > 60;
    const going = moves.filter((move) => {
      const isPawn = position.board.get(move.from)?.role === 'pawn';
      if (position.board.get(move.to)?.color === position.turn || (isPawn && (move.to < 8 || move.to > 55))) return false;
      const after = position.clone();
      after.play(move);
      return !after.isEnd();
    });
    const quiet = going.filter((move) => !position.board.get(move.to));
    const wanted = quiet.filter((move) => (position.board.get(move.from)?.role === 'pawn') === wantsPawn);
    const choices = wanted.length ? wanted : quiet.length ? quiet : going;
    const move = choices[random(choices.length)];
    if (!move) break;
    sans.push((sans.length % 2 ? '' : `${sans.length / 2 + 1}. `) + makeSanAndPlay(position, move));
  }
  return `[White "Long"]\n[Black "Longer"]\n\n${sans.join(' ')} *\n`;
}

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a game of two hundred moves', async ({ player }) => {
    const { page } = player;
    const me = await page.request.get(`${player.address}/api/me`);
    expect(me.ok()).toBe(true);
    const made = await page.request.post(`${player.address}/api/games/import`, { data: { pgn: longGame() }, headers: { origin: player.address } });
    expect(made.status(), await made.text()).toBe(200);
    const { games } = (await made.json()) as { games: { id: string; plies: number }[] };
    expect(games[0]?.plies).toBe(400);
    await player.open(`/game/${games[0]?.id}`);
    await expect(player.moves()).toHaveCount(400);
    const board = await page.getByRole('grid').boundingBox();
    await page.getByRole('button', { name: 'First move', exact: true }).tap();
    await page.getByRole('button', { name: 'Move on' }).tap();
    await expect(player.moves().first()).toBeVisible();
    await page.getByRole('button', { name: 'Last move', exact: true }).tap();
    await expect(player.moves().last()).toBeInViewport();
    // The board has not moved.
    expect(await page.getByRole('grid').boundingBox()).toEqual(board);
    await expectFits(player);
  });

  test.describe('Vietnamese', () => {
    test.use({ locale: 'vi-VN' });
    test('long words have room', async ({ player }) => {
      await player.open();
      await expect(player.page.getByRole('button', { name: 'Chơi', exact: true })).toBeEnabled();
      await expectFits(player);
      await player.game({ black: AGAINST.easy, moves: ['e2e4'] });
      await expect(player.moves()).toHaveCount(2);
      await expectFits(player);
      await player.expectAccessible();
    });
  });
});

for (const locale of ['en-US', 'vi-VN']) {
  test.describe(`the narrowest phone, ${locale}`, () => {
    test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, locale });

    test('nothing sticks out', async ({ player }) => {
      const { page } = player;
      await player.open();
      await page.getByRole('button', { name: /Just let me play|Cứ cho tôi chơi/ }).tap();
      await page.getByRole('button', { name: /^(Black|Đen)/ }).tap();
      await page.getByRole('radio', { name: 'MLP' }).tap();
      await expectFits(player);
      await page.getByRole('button', { name: /^(Settings|Cài đặt)$/ }).tap();
      await expectFits(player);
      await player.open('/editor');
      await expectFits(player);
      await player.game({ black: { type: 'agent', agent: 'mlp', options: {} }, clock: { base_ms: 600_000, increment_ms: 5000 } });
      await page.getByRole('button', { name: /Show thoughts|Xem máy nghĩ gì/ }).tap();
      await player.tap('e2', 'e4');
      await expect(player.moves()).toHaveCount(2);
      await expectFits(player);
      await page.goto(`${player.address}/games`);
      await expect(page.getByRole('listitem')).toHaveCount(1);
      await expectFits(player);
    });
  });
}

test.describe('zoomed to twice its size', () => {
  test.use({ viewport: { width: 640, height: 430 } });

  test('everything can be reached', async ({ player }) => {
    const { page } = player;
    await player.open();
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await play.scrollIntoViewIfNeeded();
    await expect(play).toBeInViewport();
    await expectFits(player);
    await player.game({ black: AGAINST.easy });
    await player.click('e2', 'e4');
    await expect(player.moves()).toHaveCount(2);
    await page.getByRole('button', { name: 'Resign' }).click();
    await expectFits(player);
    await player.expectAccessible();
  });
});

test('letters twice as large', async ({ player }) => {
  const { page } = player;
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'));
  });
  await player.open();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
  await expectFits(player);
  await player.game({ black: AGAINST.easy, moves: ['e2e4'] });
  await expect(player.moves()).toHaveCount(2);
  await expectFits(player);
});

test.describe('motion', () => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    test(`pieces ${reducedMotion === 'reduce' ? 'jump where motion is unwanted' : 'glide otherwise'}`, async ({ browser, server }) => {
      const context = await browser.newContext({ reducedMotion, locale: 'en-US' });
      const page = await context.newPage();
      await page.goto(server.address);
      await page.request.get(`${server.address}/api/me`);
      const made = await page.request.post(`${server.address}/api/games`, {
        data: { white: { type: 'me' }, black: { type: 'me' } }, headers: { origin: server.address },
      });
      const { id } = (await made.json()) as { id: string };
      await page.goto(`${server.address}/game/${id}`);
      const field = page.getByRole('textbox', { name: /Type a move/ });
      await expect(field).toBeEnabled();
      // Every piece that glides gets chessground's class for it.
      await page.evaluate(() => {
        const glided: string[] = [];
        Object.assign(window, { glided });
        new MutationObserver((changes) => {
          for (const { target } of changes) if ((target as Element).classList.contains('anim')) glided.push('piece');
        }).observe(document.querySelector('cg-board') as Element, { subtree: true, attributes: true, attributeFilter: ['class'] });
      });
      await field.fill('e4');
      await field.press('Enter');
      await expect(page.locator('[data-ply]')).toHaveCount(1);
      await page.waitForTimeout(300);
      const glided = await page.evaluate(() => (window as unknown as { glided: string[] }).glided.length);
      expect(glided > 0).toBe(reducedMotion !== 'reduce');
      await context.close();
    });
  }
});

test('a whole game without a mouse, from the first key to the next game', async ({ player }) => {
  const { page } = player;
  await player.open();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
      });
      if (name.test(label)) return;
    }
    throw new Error(`Tab never came to ${name}`);
  };
  // Black's seat: a human at this screen.
  await tabTo(/^Black/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  for (let step = 0; step < 12 && !(await page.getByRole('radio', { name: /^(Human|You)$/ }).isChecked()); step++) await page.keyboard.press('ArrowLeft');
  await tabTo(/^Play$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/game\//);
  await tabTo(/^[a-h][1-8], /);
  const game = [['f2', 'f3'], ['e7', 'e5'], ['g2', 'g4'], ['d8', 'h4']] as const;
  for (const [index, [from, to]] of game.entries()) {
    await player.walk(from, to);
    await expect(player.moves()).toHaveCount(index + 1);
  }
  await expect(player.ending()).toContainText('Black wins');
  await expect(player.said()).toContainText('checkmate');
  await tabTo(/^Rematch$/);
  await page.keyboard.press('Enter');
  await expect(player.moves()).toHaveCount(0);
});
