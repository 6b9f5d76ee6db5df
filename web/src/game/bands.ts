// Words for ratings: everybody knows what "a club player" is, few what 1700 is.

export const BANDS = [
  { from: 0, key: 'newcomer' },
  { from: 800, key: 'casual' },
  { from: 1100, key: 'improver' },
  { from: 1400, key: 'club' },
  { from: 1700, key: 'strongClub' },
  { from: 2000, key: 'candidate' },
  { from: 2300, key: 'master' },
  { from: 2500, key: 'grandmaster' },
  { from: 2900, key: 'engine' },
] as const;

export type Band = (typeof BANDS)[number]['key'];

export function bandOf(elo: number): Band {
  let band: Band = BANDS[0].key;
  for (const { from, key } of BANDS) if (elo >= from) band = key;
  return band;
}

/** What a first visitor answers to "how well do you play?", and the rating that this suggests. */
export const ANSWERS = [
  { key: 'rules', elo: 600 },
  { key: 'friends', elo: 900 },
  { key: 'online', elo: 1200 },
  { key: 'club', elo: 1700 },
  { key: 'tournament', elo: 2100 },
] as const;

export type Answer = (typeof ANSWERS)[number]['key'];
