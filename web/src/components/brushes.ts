// The colours of arrows: four to draw with, one for hints, one for each agent.
// SVG markers cannot read custom properties, so these repeat tokens.css.

import type { DrawBrush, DrawBrushes } from '@lichess-org/chessground/draw';
import type { AgentColor } from '../api/types.ts';

const brush = (key: string, color: string, lineWidth = 10): DrawBrush => ({ key, color, opacity: 0.85, lineWidth });

const AGENTS: Record<AgentColor, string> = {
  random: '#6d6a66',
  minimax: '#2a62b0',
  mcts: '#2f7d43',
  mlp: '#7b45a8',
  nnue: '#c2301a',
  external: '#127a7a',
};

export const BRUSHES: DrawBrushes = {
  green: brush('g', '#2f7d43'),
  red: brush('r', '#b02a16'),
  blue: brush('b', '#2a62b0'),
  yellow: brush('y', '#c08a10'),
  hint: brush('hint', '#c08a10', 12),
  ...Object.fromEntries(Object.entries(AGENTS).map(([name, color]) => [name, brush(name, color, 8)])),
};
