// The names by which the page knows what travels between it and the server.

export type Color = 'white' | 'black';

export interface ApiError {
  code: string;
  message: string;
}

export interface EvenGame {
  agent: string;
  options: Record<string, string>;
  label: string;
  rating: number;
}

export interface Me {
  id: string;
  nickname: string;
  is_new: boolean;
  level: { rating: number; deviation: number; games: number; even: EvenGame | null };
  settings: Record<string, unknown>;
}

export interface Site {
  version: string;
  shared: boolean;
  addresses: string[];
  pool: { threads: number };
}

export interface Choice {
  name: string;
  about: string;
}

export type OptionValues =
  | { type: 'number'; min: number; max: number; unit: string; default: number | null }
  | { type: 'decimal'; min: number; max: number; unit: string; default: number | null }
  | { type: 'choice'; choices: Choice[]; default: string | null }
  | { type: 'switch'; default: boolean }
  | { type: 'set'; presets: Choice[]; members: Choice[]; default: string }
  | { type: 'text' };

export type OptionGroup = 'main' | 'limits' | 'book' | 'resources' | 'techniques';

export interface AgentOption {
  name: string;
  uci: string | null;
  label: string;
  about: string;
  group: OptionGroup;
  values: OptionValues;
}

export type AgentColor = 'random' | 'minimax' | 'mcts' | 'mlp' | 'nnue' | 'external';

export interface Kind {
  id: string;
  title: string;
  about: string;
  color: AgentColor;
  options: AgentOption[];
}

export interface Preset {
  agent: string;
  options: Record<string, string>;
  label: string;
  about: string;
  rating: number | null;
  provisional: boolean;
}

export interface Agents {
  kinds: Kind[];
  presets: Preset[];
}

export type SeatSpec =
  | { type: 'me' }
  | { type: 'open' }
  | { type: 'agent'; agent: string; options?: Record<string, string> };

export type Start =
  | { type: 'initial' }
  | { type: 'chess960'; number: number }
  | { type: 'fen'; fen: string };

export interface TimeControl {
  base_ms: number;
  increment_ms: number;
}

export interface NewGame {
  white: SeatSpec;
  black: SeatSpec;
  start?: Start;
  clock?: TimeControl | null;
  natural?: boolean;
  pace_ms?: number;
  moves?: string[];
}

export type Seat =
  | { type: 'human'; name: string | null; visitor: string | null }
  | {
      type: 'agent';
      agent: string;
      options: Record<string, string>;
      label: string;
      color: AgentColor;
      rating: number | null;
      title: string | null;
    };

export type Score = { cp: number } | { mate: number } | { tablebase: number };

export interface Thought {
  depth: number;
  seldepth: number;
  nodes: number;
  time_ms: number;
  score: Score | null;
  chances: { win: number; draw: number; loss: number } | null;
  line: string[];
  line_san: string[];
}

export interface MoveRecord {
  uci: string;
  san: string;
  ms: number;
  clock_ms: number | null;
  thought: Thought | null;
  book: boolean;
}

export type Reason =
  | 'checkmate'
  | 'resignation'
  | 'flag'
  | 'stalemate'
  | 'insufficient_material'
  | 'threefold'
  | 'fivefold'
  | 'fifty_moves'
  | 'seventy_five_moves'
  | 'agreement'
  | 'flag_without_mating_material'
  | 'unknown';

export interface Result {
  score: '1-0' | '0-1' | '1/2-1/2';
  winner: Color | null;
  reason: Reason;
}

export interface Opening {
  eco: string;
  name: string;
  ply: number;
}

export interface Clock {
  white_ms: number;
  black_ms: number;
  running: Color | null;
  at: number;
}

export interface Status {
  state: 'waiting' | 'playing' | 'paused' | 'over';
  fen: string;
  turn: Color;
  plies: number;
  check: boolean;
  redo: number;
  clock: Clock | null;
  pace_ms: number;
  draw_offer: Color | null;
  undo_offer: Color | null;
  rematch_offer: Color | null;
  claim: 'threefold' | 'fifty_moves' | null;
  thinking: Color | null;
  rated: boolean;
  unrated: 'undo' | 'hint' | 'pause' | 'unrated_opponent' | 'position' | 'imported' | null;
  result: Result | null;
  opening: Opening | null;
  rematch: string | null;
}

export interface Game {
  id: string;
  created_at: number;
  start: Start;
  start_fen: string;
  chess960: boolean;
  white: Seat;
  black: Seat;
  moves: MoveRecord[];
  time_control: TimeControl | null;
  natural: boolean;
  status: Status;
  seq: number;
  you: Color[];
  owner: boolean;
  deleted: boolean;
  imported: boolean;
  tags: Record<string, string>;
}

export interface GameSummary {
  id: string;
  state: Status['state'];
  created_at: number;
  updated_at: number;
  white: Seat;
  black: Seat;
  fen: string;
  last_move: string | null;
  plies: number;
  result: Result | null;
  opening: Opening | null;
  clock: TimeControl | null;
  you: Color[];
  imported: boolean;
  deleted: boolean;
}

export interface GameList {
  games: GameSummary[];
  next: string | null;
  total: number;
}

export interface CheckedPosition {
  fen: string;
  valid: true;
  chess960: number | null;
  turn: Color;
  check: boolean;
  legal_moves: string[];
  outcome: Result | null;
}

export interface Invitation {
  token: string;
  path: string;
  color: Color;
}

export interface JoinLook {
  game: string;
  color: Color;
  by: string;
  taken: boolean;
}

export interface ImportReport {
  games: GameSummary[];
  errors: { game: number; line: number; message: string }[];
}

export type Offer = 'draw' | 'undo' | 'rematch';

export type GameEvent =
  | { type: 'move'; by: Color; record: MoveRecord }
  | { type: 'undo'; plies: number }
  | { type: 'redo'; records: MoveRecord[] }
  | { type: 'joined'; color: Color; name: string; visitor: string }
  | { type: 'offer'; what: Offer; by: Color }
  | { type: 'declined'; what: Offer; by: Color }
  | { type: 'paused'; why: 'asked' | 'agent_failed'; message: string | null }
  | { type: 'continued' }
  | { type: 'pace'; pace_ms: number }
  | { type: 'unrated'; why: string }
  | { type: 'over' }
  | { type: 'rematch'; game: string }
  | { type: 'thinking' };

export type ServerFrame =
  | { type: 'snapshot'; now: number; game: Game }
  | { type: 'resumed'; now: number; seq: number }
  | { type: 'event'; seq: number | null; at: number; event: GameEvent; status: Status }
  | { type: 'ack'; id: number; seq: number | null }
  | { type: 'refused'; id: number; code: string; message: string }
  | { type: 'thought'; color: Color; ply: number; thought: Thought }
  | { type: 'advice'; id: number; ply: number; uci: string; san: string; thought: Thought }
  | { type: 'watchers'; count: number }
  | { type: 'pong'; id: number; now: number }
  | { type: 'bye'; code: 'closing' | 'lagged' | 'deleted' | 'replaced'; message: string };

export type Command =
  | { type: 'move'; uci: string; ply: number }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'answer'; what: 'draw' | 'undo'; accept: boolean }
  | { type: 'offer_draw' }
  | { type: 'claim_draw' }
  | { type: 'resign'; color?: Color }
  | { type: 'rematch' }
  | { type: 'pause' }
  | { type: 'continue' }
  | { type: 'step' }
  | { type: 'pace'; pace_ms: number }
  | { type: 'hint' }
  | { type: 'evaluate'; ply: number | null }
  | { type: 'thoughts'; on: boolean }
  | { type: 'ping' };
