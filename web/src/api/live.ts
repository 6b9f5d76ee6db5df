// Made from the Rust types of crates/server; do not edit.
// KYTHU_BLESS=1 cargo test -p kythu-server --test generated

export type Color = "white" | "black";

export type Start = { "type": "initial" } | { "type": "chess960", 
/**
 * 0 to 959.
 */
number: number, } | { "type": "fen", 
/**
 * The position.
 */
fen: string, };

export type TimeControl = { 
/**
 * Time at the start.
 */
base_ms: number, 
/**
 * Time won with every move.
 */
increment_ms: number, };

export type KindColor = "random" | "minimax" | "mcts" | "mlp" | "nnue" | "external";

export type Seat = { "type": "human", 
/**
 * The nickname; none while nobody has come.
 */
name: string | null, 
/**
 * Who it is; none while nobody has come, and in imported games.
 */
visitor: string | null, } | { "type": "agent", 
/**
 * The kind, as in the catalogue.
 */
agent: string, 
/**
 * What was set.
 */
options: { [key in string]: string }, 
/**
 * What to call it.
 */
label: string, 
/**
 * In which colour it is shown.
 */
color: KindColor, 
/**
 * Its Elo, if that is known.
 */
rating: number | null, 
/**
 * Is that Elo a guess that nobody has measured?
 */
provisional: boolean, 
/**
 * What it calls itself.
 */
title: string | null, };

export type GameState = "waiting" | "playing" | "paused" | "over";

export type Reason = "checkmate" | "resignation" | "flag" | "stalemate" | "insufficient_material" | "threefold" | "fivefold" | "fifty_moves" | "seventy_five_moves" | "agreement" | "flag_without_mating_material" | "unknown";

export type Result = { 
/**
 * `1-0`, `0-1` or `1/2-1/2`.
 */
score: string, 
/**
 * None: a draw.
 */
winner: Color | null, 
/**
 * How.
 */
reason: Reason, };

export type Opening = { 
/**
 * Its code.
 */
eco: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Half-moves until its position.
 */
ply: number, };

export type Clock = { 
/**
 * White's time.
 */
white_ms: number, 
/**
 * Black's time.
 */
black_ms: number, 
/**
 * Whose clock runs.
 */
running: Color | null, 
/**
 * When this was so.
 */
at: number, };

export type Score = { "cp": number } | { "mate": number } | { "tablebase": number };

export type WinDrawLoss = { win: number, draw: number, loss: number, };

export type NetValue = { 
/**
 * In thousandths: -1000 is lost, 1000 is won.
 */
value: number, 
/**
 * Is the game drawn then? Whoever has better moves makes such a one last.
 */
drawn: boolean, };

export type Candidate = { 
/**
 * The move.
 */
uci: string, 
/**
 * As people write it.
 */
san: string, 
/**
 * What it is worth.
 */
score: Score | null, 
/**
 * What chances that gives.
 */
chances: WinDrawLoss | null, 
/**
 * How likely it was to be played, in thousandths, where chance plays a part.
 */
probability: number | null, 
/**
 * How often it was tried.
 */
visits: number | null, 
/**
 * What a net expects of the game after it, where it looks no further.
 */
expected?: NetValue, };

export type Thought = { 
/**
 * Plies searched.
 */
depth: number | null, 
/**
 * Plies of the longest line.
 */
seldepth: number | null, 
/**
 * Positions looked at.
 */
nodes: number | null, 
/**
 * Time it took.
 */
time_ms: number | null, 
/**
 * What it is worth.
 */
score: Score | null, 
/**
 * What chances that gives.
 */
chances: WinDrawLoss | null, 
/**
 * The moves expected.
 */
line: Array<string>, 
/**
 * The same as people write them.
 */
line_san: Array<string>, 
/**
 * The moves it considered, best first; none if nobody asked.
 */
candidates?: Array<Candidate>, 
/**
 * Its reason in an English sentence, if somebody asked.
 */
words?: string, };

export type MoveRecord = { 
/**
 * The move.
 */
uci: string, 
/**
 * As people write it.
 */
san: string, 
/**
 * Time it took.
 */
ms: number, 
/**
 * The mover's clock after it.
 */
clock_ms: number | null, 
/**
 * What its player thought, if that was an agent.
 */
thought: Thought | null, 
/**
 * Was it known from an opening book?
 */
book: boolean, };

export type UnratedReason = "undo" | "hint" | "pause" | "unrated_opponent" | "position" | "imported";

export type Status = { 
/**
 * Whether it goes on.
 */
state: GameState, 
/**
 * The position.
 */
fen: string, 
/**
 * Who is to move.
 */
turn: Color, 
/**
 * Half-moves played.
 */
plies: number, 
/**
 * Is the side to move in check?
 */
check: boolean, 
/**
 * Half-moves that can be redone.
 */
redo: number, 
/**
 * The clocks, if there are any.
 */
clock: Clock | null, 
/**
 * What an agent died of, in English, if that is why the game is paused.
 */
failure: string | null, 
/**
 * Agent against agent: the least time for a move.
 */
pace_ms: number, 
/**
 * Who offers a draw.
 */
draw_offer: Color | null, 
/**
 * Who asks to take back a move.
 */
undo_offer: Color | null, 
/**
 * Who wants to play again.
 */
rematch_offer: Color | null, 
/**
 * The draw that the side to move may claim now.
 */
claim: Reason | null, 
/**
 * Which agent is at work.
 */
thinking: Color | null, 
/**
 * Does it count for the level?
 */
rated: boolean, 
/**
 * Why not.
 */
unrated: UnratedReason | null, 
/**
 * How it ended; null while it goes on, and for an imported game without a
 * result.
 */
result: Result | null, 
/**
 * The opening that is played.
 */
opening: Opening | null, 
/**
 * The game that followed it.
 */
rematch: string | null, };

export type Game = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * When it was made.
 */
created_at: number, 
/**
 * Where it began.
 */
start: Start, 
/**
 * The same as a position.
 */
start_fen: string, 
/**
 * Does it castle as Chess960 does?
 */
chess960: boolean, 
/**
 * Who has White.
 */
white: Seat, 
/**
 * Who has Black.
 */
black: Seat, 
/**
 * What was played.
 */
moves: Array<MoveRecord>, 
/**
 * Its clocks, if there are any.
 */
time_control: TimeControl | null, 
/**
 * Do agents take natural time?
 */
natural: boolean, 
/**
 * How it stands.
 */
status: Status, 
/**
 * The number of the last event.
 */
seq: number, 
/**
 * The seats whose pieces you move.
 */
you: Array<Color>, 
/**
 * Did you make it?
 */
owner: boolean, 
/**
 * Is it hidden?
 */
deleted: boolean, 
/**
 * Was it played elsewhere?
 */
imported: boolean, 
/**
 * The PGN tags of an imported game.
 */
tags: { [key in string]: string }, };

export type GameSummary = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * Whether it goes on.
 */
state: GameState, 
/**
 * When it was made.
 */
created_at: number, 
/**
 * When something happened last.
 */
updated_at: number, 
/**
 * Who has White.
 */
white: Seat, 
/**
 * Who has Black.
 */
black: Seat, 
/**
 * The position.
 */
fen: string, 
/**
 * The move that led to it.
 */
last_move: string | null, 
/**
 * Half-moves played.
 */
plies: number, 
/**
 * How it ended.
 */
result: Result | null, 
/**
 * The opening.
 */
opening: Opening | null, 
/**
 * Its clocks, if there are any.
 */
clock: TimeControl | null, 
/**
 * The seats whose pieces you move.
 */
you: Array<Color>, 
/**
 * Was it played elsewhere?
 */
imported: boolean, 
/**
 * Is it hidden?
 */
deleted: boolean, };

export type Offer = "draw" | "undo" | "rematch";

export type PauseReason = "asked" | "agent_failed";

export type Event = { "type": "move", 
/**
 * By whom.
 */
by: Color, 
/**
 * Which.
 */
record: MoveRecord, } | { "type": "undo", 
/**
 * So many half-moves.
 */
plies: number, } | { "type": "redo", 
/**
 * Which.
 */
records: Array<MoveRecord>, } | { "type": "joined", 
/**
 * Which seat.
 */
color: Color, 
/**
 * The nickname.
 */
name: string, 
/**
 * Who.
 */
visitor: string, } | { "type": "offer", 
/**
 * What.
 */
what: Offer, 
/**
 * By whom.
 */
by: Color, } | { "type": "declined", 
/**
 * What.
 */
what: Offer, 
/**
 * By the player who declines.
 */
by: Color, } | { "type": "paused", 
/**
 * Why.
 */
why: PauseReason, 
/**
 * What went wrong.
 */
message: string | null, } | { "type": "continued" } | { "type": "pace", 
/**
 * The least time for a move.
 */
pace_ms: number, } | { "type": "unrated", 
/**
 * Why.
 */
why: UnratedReason, } | { "type": "over" } | { "type": "rematch", 
/**
 * There.
 */
game: string, } | { "type": "thinking" };

export type Code = "bad_request" | "no_visitor" | "foreign_origin" | "not_your_seat" | "not_yours" | "not_found" | "seat_taken" | "own_invitation" | "illegal_move" | "stale" | "game_over" | "not_allowed" | "between_people" | "paused" | "pause_first" | "asked_already" | "finish_first" | "game_too_long" | "deleted" | "nothing_to_undo" | "nothing_to_redo" | "nothing_to_claim" | "nothing_to_answer" | "waiting" | "busy" | "too_large" | "bad_position" | "bad_agent" | "option_not_allowed" | "bad_pgn" | "too_many" | "agent_failed" | "internal" | "closing";

export type Farewell = "closing" | "lagged" | "deleted";

export type ServerMessage = { "type": "snapshot", 
/**
 * The time by the server's clock.
 */
now: number, 
/**
 * All there is.
 */
game: Game, } | { "type": "resumed", 
/**
 * The time by the server's clock.
 */
now: number, 
/**
 * The last of the events that follow.
 */
seq: number, } | { "type": "event", 
/**
 * Its number, one more than the last; null if it is not stored.
 */
seq: number | null, 
/**
 * When.
 */
at: number, 
/**
 * What.
 */
event: Event, 
/**
 * How the game stands after it.
 */
status: Status, } | { "type": "ack", 
/**
 * The command.
 */
id: number, 
/**
 * The number of its last event.
 */
seq: number | null, } | { "type": "refused", 
/**
 * The command; null if it could not be read.
 */
id: number | null, 
/**
 * For programs.
 */
code: Code, 
/**
 * For people.
 */
message: string, } | { "type": "thought", 
/**
 * Whose agent.
 */
color: Color, 
/**
 * Half-moves played in its position.
 */
ply: number, 
/**
 * The thought.
 */
thought: Thought, } | { "type": "advice", 
/**
 * The command.
 */
id: number, 
/**
 * Half-moves played in its position.
 */
ply: number, 
/**
 * The best move.
 */
uci: string, 
/**
 * As people write it.
 */
san: string, 
/**
 * What the engine thinks.
 */
thought: Thought, } | { "type": "watchers", 
/**
 * So many.
 */
count: number, } | { "type": "pong", 
/**
 * The command.
 */
id: number, 
/**
 * The time by the server's clock.
 */
now: number, } | { "type": "bye", 
/**
 * For programs.
 */
code: Farewell, 
/**
 * For people.
 */
message: string, };

export type CommandKind = { "type": "move", 
/**
 * The move.
 */
uci: string, 
/**
 * Half-moves played before it, as the page knows it.
 */
ply: number, } | { "type": "undo" } | { "type": "redo" } | { "type": "answer", 
/**
 * Which.
 */
what: Offer, 
/**
 * Yes or no.
 */
accept: boolean, } | { "type": "offer_draw" } | { "type": "claim_draw" } | { "type": "resign", 
/**
 * Who, where one visitor has both seats; else the side to move.
 */
color?: Color | null, } | { "type": "rematch" } | { "type": "pause" } | { "type": "continue" } | { "type": "step" } | { "type": "pace", 
/**
 * 0 to 60000.
 */
pace_ms: number, } | { "type": "hint" } | { "type": "evaluate", 
/**
 * Which; null: the present one.
 */
ply?: number | null, } | { "type": "thoughts", 
/**
 * Yes or no.
 */
on: boolean, } | { "type": "ping" };

export type Command = { 
/**
 * A number of the page's choice, which comes back with the answer.
 */
id: number, } & ({ "type": "move", 
/**
 * The move.
 */
uci: string, 
/**
 * Half-moves played before it, as the page knows it.
 */
ply: number, } | { "type": "undo" } | { "type": "redo" } | { "type": "answer", 
/**
 * Which.
 */
what: Offer, 
/**
 * Yes or no.
 */
accept: boolean, } | { "type": "offer_draw" } | { "type": "claim_draw" } | { "type": "resign", 
/**
 * Who, where one visitor has both seats; else the side to move.
 */
color?: Color | null, } | { "type": "rematch" } | { "type": "pause" } | { "type": "continue" } | { "type": "step" } | { "type": "pace", 
/**
 * 0 to 60000.
 */
pace_ms: number, } | { "type": "hint" } | { "type": "evaluate", 
/**
 * Which; null: the present one.
 */
ply?: number | null, } | { "type": "thoughts", 
/**
 * Yes or no.
 */
on: boolean, } | { "type": "ping" });
