// Writes src/styles/pieces/*.css: for every set, twelve custom properties that
// hold the pictures. `classic` is cburnett's, as chessground ships it; `seal`
// and `disc` are our own and drawn here. Run by `npm run pieces`.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const ROLES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const COLORS = ['white', 'black'];
const require = createRequire(import.meta.url);

/** Silhouettes on a field of 45 by 45: the body, and lines drawn onto it. */
const BASE = 'M11 33h23v5.5H11z';
const SHAPES = {
  king: {
    body: `M21 5h3v3h3v3h-3v4.200c4-3.2 12-2.2 12 4.3 0 5.5-4.5 8.5-5.5 12.500h-16C13.5 28 9 25 9 19.500c0-6.5 8-7.5 12-4.300V11h-3V8h3z${BASE}`,
    detail: 'M22.5 18v11M16 29.500h13',
  },
  queen: {
    body: `M8 15.5 14.5 32h16L37 15.500l-7.5 7L28 11l-5.5 10.500L17 11l-1.5 11.500z${BASE}M8 10.500a2.2 2.2 0 1 0 .01 0zM17 6.300a2.2 2.2 0 1 0 .01 0zM28 6.300a2.2 2.2 0 1 0 .01 0zM37 10.500a2.2 2.2 0 1 0 .01 0z`,
    detail: 'M16 29h13',
  },
  rook: {
    body: `M12 8.500h5v4h3v-4h5v4h3v-4h5V18l-3.5 3v8l3.5 3H12l3.5-3v-8L12 18z${BASE}`,
    detail: 'M15 18h15',
  },
  bishop: {
    body: `M22.5 5a2.6 2.6 0 1 0 .01 0zM22.5 10.500C28.5 14.5 32 19 32 23.500c0 4-2.5 7-5 8.500h-9c-2.5-1.5-5-4.5-5-8.5 0-4.5 3.5-9 9.5-13z${BASE}`,
    detail: 'M22.5 16.500v9M18.5 20.500h8',
  },
  knight: {
    body: `M14 32c0-7.5 7.5-8.5 8-14l-6 4.5-4.5-3C12 13.5 15 10 19.5 8.500L20 5l3.5 3C31 9.5 34 16 34 23v9z${BASE}`,
    detail: 'M20.5 12.500h.01M27.5 13c2.5 3 3.5 7 3.5 12',
  },
  pawn: {
    body: `M22.5 9.500a6 6 0 1 0 .01 0zM18.8 21.500h7.400c3 2.5 4.8 6.5 5.3 10.500h-18c.5-4 2.3-8 5.3-10.500z${BASE}`,
    detail: '',
  },
};

const svg = (content) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">${content}</svg>`;
const detailed = (detail, color) =>
  detail ? `<path d="${detail}" fill="none" stroke="${color}" stroke-width="1.6" stroke-linecap="round"/>` : '';

function seal(color, role) {
  const { body, detail } = SHAPES[role];
  const [fill, stroke, line] =
    color === 'white' ? ['#fffaf0', '#2a1d16', '#2a1d16'] : ['#2a1d16', '#140c08', '#f3e6cc'];
  const path = `<path d="${body}" fill="${fill}" stroke="${stroke}" stroke-width="1.5" stroke-linejoin="round"/>`;
  return svg(path + detailed(detail, line));
}

function disc(color, role) {
  const { body, detail } = SHAPES[role];
  const [plate, rim, ink] =
    color === 'white' ? ['#f7ecd4', '#8a5a33', '#3a1d12'] : ['#2a1511', '#0f0705', '#f0cf86'];
  const shape = `<g transform="translate(7.6 6.8) scale(.66)"><path d="${body}" fill="${ink}"/>${detailed(detail, plate)}</g>`;
  return svg(
    `<circle cx="22.5" cy="22.5" r="20" fill="${plate}" stroke="${rim}" stroke-width="1.5"/>` +
      `<circle cx="22.5" cy="22.5" r="17.3" fill="none" stroke="${ink}" stroke-width=".7"/>${shape}`,
  );
}

/** The pictures out of chessground's style sheet. */
function classic() {
  const css = readFileSync(require.resolve('@lichess-org/chessground/assets/chessground.cburnett.css'), 'utf8');
  const pictures = new Map();
  for (const [, role, color, data] of css.matchAll(/piece\.(\w+)\.(\w+) \{\s*background-image: url\('data:image\/svg\+xml;base64,([^']+)'/g)) {
    pictures.set(`${color} ${role}`, Buffer.from(data, 'base64').toString('utf8'));
  }
  return (color, role) => pictures.get(`${color} ${role}`);
}

const dataUri = (text) =>
  'data:image/svg+xml,' + text.replace(/"/g, "'").replace(/\s+/g, ' ').replace(/[%#<>]/g, encodeURIComponent);

for (const [name, draw] of Object.entries({ classic: classic(), seal, disc })) {
  const lines = COLORS.flatMap((color) =>
    ROLES.map((role) => `  --${color}-${role}: url("${dataUri(draw(color, role))}");`),
  );
  const css = `/* Written by scripts/piece-sets.mjs; ASSETS.md says where the pictures come from. */\n[data-pieces='${name}'] {\n${lines.join('\n')}\n}\n`;
  writeFileSync(new URL(`../src/styles/pieces/${name}.css`, import.meta.url), css);
}
