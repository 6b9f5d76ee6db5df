// Games from outside: pasted anywhere, or out of a file.

import { importPgn } from '../api/client.ts';
import type { ImportReport } from '../api/types.ts';
import { t } from './i18n.svelte.ts';
import { gamePath, router } from './router.svelte.ts';
import { toasts } from './toasts.svelte.ts';

/** Imports and opens: the game, or the list if there are several. */
export async function openPgn(pgn: string): Promise<ImportReport | undefined> {
  try {
    const report = await importPgn(pgn);
    const [first, second] = report.games;
    if (first && !second) router.go(gamePath(first.id));
    else if (first) router.go('/games');
    if (report.games.length) toasts.show(t().games.imported(report.games.length));
    if (report.errors.length) toasts.show(t().games.importErrors(report.errors.length), { kind: 'problem' });
    return report;
  } catch (error) {
    toasts.problem(error);
    return undefined;
  }
}
