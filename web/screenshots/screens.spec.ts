import { fileURLToPath } from 'node:url';
import { type Player, expect, test } from '../e2e/fixtures.ts';

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const HUMAN = { type: 'me' };
const MINIMAX = { type: 'agent', agent: 'minimax', options: { level: 'medium' } };
/** Morphy's opera game up to the queen's sacrifice. */
const OPERA = (
  'e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 ' +
  'c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7'
).split(' ');

async function operaEnds(player: Player, black: object = HUMAN): Promise<void> {
  await player.game({ black, moves: [...OPERA, 'b3b8', 'd7b8'] });
  await player.type('Rd8#');
  await expect(player.ending()).toBeVisible();
}

const SCREENS: Record<string, (player: Player) => Promise<void>> = {
  start: async (player) => {
    await player.game({ black: MINIMAX, moves: OPERA.slice(0, 21) });
    await operaEnds(player);
    await player.open();
    await expect(player.page.getByRole('heading', { name: 'Unfinished games' })).toBeVisible();
  },
  seat: async (player) => {
    await player.open();
    await player.page.getByRole('button', { name: 'Just let me play' }).click();
    await player.page.getByRole('button', { name: /^Black/ }).click();
    await player.page.getByRole('radio', { name: 'Minimax' }).check();
  },
  game: async (player) => {
    await player.game({ black: MINIMAX, clock: { base_ms: 600_000, increment_ms: 5000 }, moves: OPERA });
  },
  thinking: async (player) => {
    await player.game({ white: HUMAN, black: MINIMAX, moves: OPERA.slice(0, 16) });
    await player.page.getByRole('button', { name: 'Show thoughts' }).click();
    await player.click('c1', 'g5');
    await expect(player.moves()).toHaveCount(18);
    await player.page.getByRole('heading', { name: 'Minimax, Medium', exact: true }).scrollIntoViewIfNeeded();
  },
  ending: async (player) => {
    await operaEnds(player, MINIMAX);
    await player.page.evaluate(() => scrollTo(0, 0));
  },
  share: async (player) => {
    await player.game({ black: { type: 'open' } });
  },
  games: async (player) => {
    await player.game({ black: MINIMAX, moves: OPERA.slice(0, 21) });
    await operaEnds(player);
    await player.page.goto(`${player.address}/games`);
    await expect(player.page.getByRole('listitem')).toHaveCount(2);
  },
  editor: (player) => player.open('/editor?fen=8/8/4k3/8/8/3KP3/8/8+w+-+-+0+1'),
  settings: async (player) => {
    await player.open();
    await player.page.getByRole('button', { name: 'Settings' }).click();
    await expect(player.page.getByRole('dialog')).toBeVisible();
  },
};

for (const [width, size] of [['wide', { width: 1440, height: 900 }], ['phone', { width: 390, height: 844 }]] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width}, ${colorScheme}`, () => {
      test.use({ viewport: size, colorScheme, serverOptions: ['--no-natural', '--host', '0.0.0.0'] });
      for (const [name, show] of Object.entries(SCREENS)) {
        test(name, async ({ player }) => {
          await show(player);
          await player.page.mouse.move(0, 0);
          await player.page.waitForTimeout(500);
          await player.page.screenshot({ path: `${folder}${name}-${width}-${colorScheme}.png` });
        });
      }
    });
  }
}

test.describe('Vietnamese', () => {
  test.use({ viewport: { width: 1440, height: 900 }, locale: 'vi-VN' });
  test('game', async ({ player }) => {
    await player.game({ black: MINIMAX, clock: { base_ms: 600_000, increment_ms: 5000 }, moves: OPERA });
    await player.page.getByRole('button', { name: 'Xem máy nghĩ gì' }).click();
    await player.click('b3', 'b8');
    await expect(player.moves()).toHaveCount(32);
    await player.page.mouse.move(0, 0);
    await player.page.waitForTimeout(500);
    await player.page.screenshot({ path: `${folder}game-vietnamese.png` });
  });
});
