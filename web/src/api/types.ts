// The names by which the page knows what travels between it and the server.
// All of them are generated from the Rust code: see API.md.

import type { CommandKind, Event, KindColor, ServerMessage } from './live.ts';
import type { components } from './schema.d.ts';

type Schemas = components['schemas'];

/** OpenAPI calls what may be null optional as well; in its answers the server always writes it. */
type Written<T> = T extends readonly (infer Item)[]
  ? Written<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Written<Exclude<T[Key], undefined>> }
    : T;

export type {
  Candidate, Clock, Code, Color, Game, GameState, GameSummary, MoveRecord, Offer, Opening, Reason, Result, Score, Seat, Start, Status,
  Thought, TimeControl,
} from './live.ts';
export type AgentColor = KindColor;
export type GameEvent = Event;
export type ServerFrame = ServerMessage;
export type Command = CommandKind;

export type ApiError = Written<Schemas['Error']>;
export type Me = Written<Schemas['Me']>;
export type Site = Written<Schemas['Site']>;
export type Agents = Written<Schemas['AgentKinds']>;
export type Kind = Written<Schemas['AgentKind']>;
export type Preset = Written<Schemas['AgentPreset']>;
export type AgentOption = Written<Schemas['OptionForm']>;
export type OptionGroup = Schemas['OptionGroup'];
export type OptionValues = Written<Schemas['OptionValues']>;
export type NewGame = Schemas['NewGame'];
export type SeatSpec = Schemas['SeatSpec'];
export type GameList = Written<Schemas['GameList']>;
export type ImportReport = Written<Schemas['Imported']>;
export type Invitation = Written<Schemas['Invitation']>;
export type JoinLook = Written<Schemas['InvitationView']>;
export type CheckedPosition = Written<Schemas['PositionView']>;
