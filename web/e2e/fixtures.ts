import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, type Locator, type Page, test as base, expect } from '@playwright/test';
import { pageFromDisk } from './page-from-disk.ts';
import { Server } from './server.ts';

export { expect };

/** Moves, looks and questions of somebody at the page. */
export class Player {
  constructor(
    readonly page: Page,
    readonly address: string,
  ) {}

  async open(path = '/'): Promise<void> {
    await this.page.goto(this.address + path);
    await expect(this.page.getByRole('grid', { name: /Chess board|Bàn cờ/ })).toBeVisible();
  }

  square(name: string): Locator {
    return this.page.locator(`[data-square="${name}"]`);
  }

  /** The middle of a square on the screen. */
  async middle(name: string): Promise<{ x: number; y: number }> {
    const box = await this.square(name).boundingBox();
    if (!box) throw new Error(`no square ${name}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async drag(from: string, to: string): Promise<void> {
    const [start, end] = [await this.middle(from), await this.middle(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
    await this.page.mouse.move(end.x, end.y, { steps: 3 });
    await this.page.mouse.up();
  }

  async click(from: string, to: string): Promise<void> {
    for (const square of [from, to]) {
      const { x, y } = await this.middle(square);
      await this.page.mouse.click(x, y);
    }
  }

  async tap(from: string, to: string): Promise<void> {
    for (const square of [from, to]) {
      const { x, y } = await this.middle(square);
      await this.page.touchscreen.tap(x, y);
    }
  }

  /** By keyboard alone: walks the squares with arrows. */
  async walk(from: string, to: string): Promise<void> {
    await this.walkTo(from);
    await this.page.keyboard.press('Enter');
    await this.walkTo(to);
    await this.page.keyboard.press('Enter');
  }

  private async walkTo(square: string): Promise<void> {
    const focused = this.page.locator('[data-square]:focus');
    if ((await focused.count()) === 0) await this.page.locator('[data-square][tabindex="0"]').focus();
    for (let step = 0; step < 16; step++) {
      const here = (await focused.getAttribute('data-square')) ?? '';
      if (here === square) return;
      const [file, rank] = [square.charCodeAt(0) - here.charCodeAt(0), Number(square[1]) - Number(here[1])];
      const turned = await this.isTurned();
      const right = turned ? file < 0 : file > 0;
      const up = turned ? rank < 0 : rank > 0;
      await this.page.keyboard.press(file ? (right ? 'ArrowRight' : 'ArrowLeft') : up ? 'ArrowUp' : 'ArrowDown');
    }
    throw new Error(`could not walk to ${square}`);
  }

  private async isTurned(): Promise<boolean> {
    return (await this.page.locator('[data-square]').first().getAttribute('data-square')) === 'h1';
  }

  /** The first square of the grid is at the top left: White's side is below, or it is turned. */
  async expectTurned(isTurned: boolean): Promise<void> {
    await expect(this.page.locator('[data-square]').first()).toHaveAttribute('data-square', isTurned ? 'h1' : 'a8');
  }

  async type(move: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: /Type a move|Gõ nước đi/ });
    await field.fill(move);
    await field.press('Enter');
  }

  moves(): Locator {
    return this.page.locator('[data-ply]');
  }

  async expectMoves(...sans: string[]): Promise<void> {
    await expect(this.moves()).toHaveText(sans);
  }

  ending(): Locator {
    return this.page.getByTestId('ending');
  }

  said(): Locator {
    return this.page.getByTestId('announcements');
  }

  /** No violation of what axe-core checks; with dialogs, menus and all that is open. */
  async expectAccessible(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
  }

  /** A game made through the API, opened on the page. */
  async game(game: Record<string, unknown>): Promise<string> {
    const response = await this.page.request.get(`${this.address}/api/me`);
    expect(response.ok()).toBe(true);
    const made = await this.page.request.post(`${this.address}/api/games`, {
      data: { white: { type: 'me' }, black: { type: 'me' }, ...game },
      headers: { origin: this.address },
    });
    expect(made.status(), await made.text()).toBe(201);
    const { id } = (await made.json()) as { id: string };
    await this.open(`/game/${id}`);
    await expect(this.page.getByRole('button', { name: 'Flip', exact: true }).or(this.page.getByRole('button', { name: 'Xoay bàn' }))).toBeVisible();
    return id;
  }

  fen(fen: string): Promise<string> {
    return this.game({ start: { type: 'fen', fen } });
  }
}

interface Fixtures {
  serverOptions: readonly string[];
  server: Server;
  player: Player;
  newPlayer: () => Promise<Player>;
}

export const test = base.extend<Fixtures>({
  serverOptions: [['--no-natural'], { option: true }],
  server: async ({ serverOptions }, use) => {
    const server = new Server(serverOptions);
    await server.start();
    await use(server);
    await server.stop();
  },
  player: async ({ page, server }, use) => {
    const problems: string[] = [];
    await pageFromDisk(page.context());
    page.on('pageerror', (error) => problems.push(String(error)));
    await use(new Player(page, server.address));
    expect(problems).toEqual([]);
  },
  newPlayer: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-US' });
      contexts.push(context);
      await pageFromDisk(context);
      return new Player(await context.newPage(), server.address);
    });
    for (const context of contexts) await context.close();
  },
});

export const AGAINST = {
  random: { type: 'agent', agent: 'random', options: {} },
  easy: { type: 'agent', agent: 'minimax', options: { level: 'easy' } },
};
