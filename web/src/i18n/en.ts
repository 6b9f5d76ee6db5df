// English, and the shape that every other language must have: a missing or
// superfluous key is a type error.

import type { Code } from '../api/live.ts';
import type { SpokenMove } from '../game/notation.ts';
import type { Color, Role } from '../game/position.ts';

export interface AgentWords {
  title?: string;
  label?: string;
  about?: string;
}

const colors: Record<Color, string> = { white: 'White', black: 'Black' };
const pieces: Record<Role, string> = {
  king: 'king', queen: 'queen', rook: 'rook', bishop: 'bishop', knight: 'knight', pawn: 'pawn',
};
/** What can go wrong: everything that the server may say, its silence, and the rest. */
export type ProblemCode = Code | 'offline' | 'unknown';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function move(move: SpokenMove): string {
  const what = move.castling
    ? `castles ${move.castling}side`
    : `${pieces[move.role]}${move.from ? ` from ${move.from}` : ''}${move.takes ? ' takes' : ''} ${move.to}`;
  const promotion = move.promotion ? `, becomes a ${pieces[move.promotion]}` : '';
  return capital(what) + promotion + (move.mate ? ', checkmate' : move.check ? ', check' : '');
}

export const en = {
  language: 'English',
  letters: { K: 'K', Q: 'Q', R: 'R', B: 'B', N: 'N' },
  colors,
  pieces,
  nav: { play: 'Play', games: 'Games', editor: 'Editor', settings: 'Settings', keys: 'Keys', skip: 'Skip to the content', main: 'Main' },
  common: {
    close: 'Close', cancel: 'Cancel', ok: 'OK', yes: 'Yes', no: 'No', undo: 'Undo', retry: 'Try again', loading: 'Loading…',
    copy: 'Copy', copied: 'Copied', more: 'More', less: 'Less',
  },
  board: {
    label: 'Chess board',
    piece: (color: Color, role: Role): string => `${color} ${pieces[role]}`,
    empty: 'empty',
    target: 'legal target',
    premoveTarget: 'premove target',
    selected: 'selected',
    lastMove: 'last move',
    inCheck: 'in check',
    premove: 'premove',
    promote: 'Promote to',
    typed: 'Type a move',
    typedHint: 'Nf3, e2e4, O-O',
    typedWrong: (text: string): string => `“${text}” is not a legal move here.`,
  },
  seat: {
    title: (color: Color): string => colors[color],
    you: 'You',
    human: 'Human',
    here: 'somebody at this screen',
    open: 'Somebody by link',
    openAbout: 'you get a link to send',
    waiting: 'Waiting for somebody…',
    choose: (color: Color): string => `Who plays ${colors[color]}?`,
    level: 'Level',
    strength: 'Strength',
    time: 'Time a move',
    asUsual: 'as usual',
    seconds: (seconds: number): string => `${seconds} s`,
    moreOptions: 'More options',
    fewerOptions: 'Fewer options',
    swap: 'Swap seats',
    band: (elo: string, word: string): string => `${elo}: ${word}`,
    provisional: 'about',
    guess: (rating: string): string => `(about ${rating})`,
    guessAbout: 'An estimate: too few games were played to be sure.',
  },
  bands: {
    newcomer: 'knows the rules', casual: 'plays now and then', improver: 'a club beginner',
    club: 'a club player', strongClub: 'a strong club player', candidate: 'a candidate master', master: 'a master', grandmaster: 'a grandmaster',
    engine: 'stronger than any human',
  },
  levels: { easy: 'Easy', medium: 'Medium', hard: 'Hard' },
  // The server speaks English: other languages say here what they call its agents.
  agents: {} as Record<string, AgentWords>,
  presets: {} as Record<string, AgentWords>,
  options: {} as Record<string, AgentWords>,
  // Where agents mean different things by an option of the same name, by the server's sentence.
  meanings: {} as Record<string, string>,
  groups: { main: 'How it plays', limits: 'When it stops', book: 'Openings', resources: 'Machine', techniques: 'Techniques', tuning: 'Tuning' },
  option: {
    on: 'On', off: 'Off', notSet: 'not set', asPreset: 'as it is', added: 'added', removed: 'taken away',
    range: (min: string, max: string): string => `A number from ${min} to ${max}.`,
    atLeast: (min: string): string => `A number from ${min} upwards.`,
    reset: 'Back to the defaults',
  },
  start: {
    title: 'Play chess',
    play: 'Play',
    starting: 'Setting up…',
    hint: 'Move a piece or press Play.',
    watch: 'Press Play and watch.',
    yourColor: 'Your colour',
    random: 'Random',
    clock: 'Time',
    noClock: 'None',
    custom: 'Custom',
    minutes: 'Minutes a side',
    increment: 'Seconds a move',
    position: 'Position',
    usual: 'Usual',
    chess960: 'Chess960',
    number: 'Number (0–959)',
    another: 'Another',
    setUp: 'Set up',
    fromPosition: 'Set-up position',
    natural: 'Agents take natural time',
    evenGame: 'Even game',
    evenAbout: (label: string): string => `Matches your level: ${label}`,
    yourLevel: (rating: number, give: number): string => `Your level: about ${rating} ± ${give}`,
    noLevel: 'Finish a game and your level shows here.',
    unfinished: 'Unfinished games',
    latest: 'Latest games',
    noGames: 'No games yet. Play one.',
    allGames: 'All games',
    you: { white: 'White', black: 'Black', random: 'Random' },
  },
  welcome: {
    question: 'How well do you play?',
    why: 'So that your first opponent fits. You can change it any time.',
    rules: 'I know the rules',
    friends: 'I play with friends',
    online: 'I play online now and then',
    club: 'I play in a club',
    tournament: 'I play tournaments',
    skip: 'Just let me play',
  },
  game: {
    title: 'Game',
    moves: 'Moves',
    noMoves: 'No moves yet.',
    start: 'Start position',
    opening: 'Opening',
    turn: (color: Color): string => `${colors[color]} to move`,
    yourTurn: 'Your move',
    check: 'Check!',
    thinking: (name: string): string => `${name} is thinking`,
    waiting: 'Waiting for your opponent to open the link.',
    paused: 'Paused',
    past: (ply: number, last: number): string => `Looking back: move ${ply} of ${last}`,
    toPresent: 'Back to the game',
    actions: 'Actions',
    undo: 'Undo', redo: 'Redo', draw: 'Offer draw', claim: 'Claim draw', resign: 'Resign', flip: 'Flip', hint: 'Hint',
    rematch: 'Rematch', new: 'New game', share: 'Share', pause: 'Pause', continue: 'Continue', step: 'One move',
    first: 'First move', back: 'Move back', forward: 'Move on', last: 'Last move',
    pace: 'Pace', paceNone: 'as fast as it goes', paceSeconds: (seconds: number): string => `${seconds} s a move`,
    resignSure: 'Resign this game?', resignYes: 'Resign', resignNo: 'Play on',
    drawOffered: (color: Color): string => `${colors[color]} offers a draw.`,
    drawSent: 'Draw offered.',
    undoOffered: (color: Color): string => `${colors[color]} asks to take back a move.`,
    undoSent: 'Asked to take back.',
    rematchOffered: (color: Color): string => `${colors[color]} wants a rematch.`,
    rematchSent: 'Rematch offered.',
    accept: 'Accept', decline: 'Decline',
    declined: { draw: 'The draw was declined.', undo: 'Taking back was declined.', rematch: 'The rematch was declined.' },
    claimable: { threefold: 'The position occurred three times: you may claim a draw.', fifty_moves: 'Fifty moves without capture or pawn move: you may claim a draw.' },
    lowTime: 'Little time left',
    clockOf: (color: Color): string => `${colors[color]}’s clock`,
    captured: 'Captured',
    ahead: (pawns: number): string => `ahead by ${pawns}`,
    watching: 'You are watching.',
    watchers: (count: number): string => `${count} watching`,
    hintIs: (san: string): string => `Hint: ${san}`,
    hintSearch: 'Looking for a hint…',
    unrated: {
      undo: 'Does not count for your level: a move was taken back.', hint: 'Does not count for your level: a hint was used.',
      pause: 'Does not count for your level: the game was paused.', unrated_opponent: 'Does not count for your level: this opponent has no rating.',
      position: 'Does not count for your level: it began from a set-up position.', imported: 'An imported game.',
    },
    evalBar: 'Evaluation bar',
    agentFailed: (message: string): string => `The agent stopped: ${message}`,
    failedThen: 'Continue asks it again; you can also take moves back or begin a new game.',
    deleted: 'This game was deleted.',
    restore: 'Restore it',
    notFound: 'There is no such game.',
    moveSent: 'Sending…',
  },
  think: {
    title: 'Thoughts', show: 'Show thoughts', hide: 'Hide thoughts', idle: 'Nobody is thinking right now.',
    considered: 'Considered', reason: 'Reason', likely: (percent: string): string => `played with ${percent}%`,
    visits: (visits: string): string => `tried ${visits} times`,
    net: (value: string): string => `net ${value}`, thenDrawn: 'then drawn',
    netAbout: (color: Color): string => `The net’s number is what it expects for ${colors[color]}: −1 is lost, +1 is won.`,
    depth: 'Depth', chance: 'Winning chance', line: 'Plan', nodes: 'Positions', none: 'This agent does not say what it thinks.',
    cp: (pawns: string): string => `${pawns} pawns`, mate: (moves: number): string => `mate in ${moves}`, tablebase: 'known from endgame tables',
    percent: (percent: number): string => `${percent}%`,
    bar: (percent: number): string => `White’s winning chance ${percent}%`,
  },
  result: {
    won: (color: Color): string => `${colors[color]} wins`,
    youWon: 'You win', youLost: 'You lose', draw: 'Draw',
    reasons: {
      checkmate: 'by checkmate', resignation: 'by resignation', flag: 'on time', stalemate: 'by stalemate',
      insufficient_material: 'neither side can mate', threefold: 'by threefold repetition', fivefold: 'by fivefold repetition',
      fifty_moves: 'by the fifty-move rule', seventy_five_moves: 'by the seventy-five-move rule', agreement: 'by agreement',
      flag_without_mating_material: 'time ran out, but the other side cannot mate', unknown: '',
    },
    ended: 'The game is over',
    sentence: (headline: string, reason: string): string =>
      /^(by|on) /.test(reason) ? `${headline} ${reason}` : [headline, reason].filter(Boolean).join(': '),
  },
  share: {
    title: 'Share', intro: 'Send this link. Whoever opens it takes the free seat.', watch: 'Anybody with this link can watch.',
    local: 'This page runs only for this computer. To play with another device, start Kythu with',
    localThen: 'and open the game again: the link and its QR code appear here.',
    qr: 'QR code of the link', newLink: 'New link (the old one stops working)', nickname: 'Your name', save: 'Save',
    link: 'Link',
  },
  join: {
    title: 'A game of chess', invited: (name: string, color: Color): string => `${name} invites you to play ${colors[color]}.`,
    sit: 'Sit down and play', taken: 'Somebody has already taken this seat.', watch: 'Watch the game', name: 'Your name',
    bad: 'This invitation is not valid any more. Ask for a new link.',
  },
  games: {
    title: 'Games', search: 'Search', searchHint: 'player, opening, result', all: 'All', unfinished: 'Unfinished', finished: 'Finished', deleted: 'Deleted',
    import: 'Import PGN', export: 'Export PGN', exportSome: (count: number): string => `Export ${count}`, importText: 'Paste PGN here, or choose a file.',
    file: 'Choose a file', doImport: 'Import', imported: (count: number): string => (count === 1 ? 'One game imported.' : `${count} games imported.`),
    importErrors: (count: number): string => (count === 1 ? 'One game could not be read.' : `${count} games could not be read.`),
    importError: (game: number, line: number, message: string): string => `Game ${game}, line ${line}: ${message}`,
    delete: 'Delete', deletedOne: 'Game deleted.', deletedMany: (count: number): string => `${count} games deleted.`, restore: 'Restore', restored: 'Game restored.',
    none: 'No games yet. Play one.', noneFound: 'No game fits. Try fewer words.', more: 'More games', total: (count: number): string => (count === 1 ? 'One game' : `${count} games`),
    select: (name: string): string => `Select ${name}`, selectAll: 'Select all', plies: (moves: number): string => (moves === 1 ? '1 move' : `${moves} moves`),
    versus: (white: string, black: string): string => `${white} – ${black}`, open: 'Open', deleteSelected: (count: number): string => `Delete ${count}`,
  },
  editor: {
    title: 'Set up a position', turn: 'To move', castling: 'Castling', castles: (color: Color, side: 'king' | 'queen'): string => `${colors[color]} ${side}side`,
    noCastling: 'Not possible: king or rooks have moved.', enPassant: 'En passant', none: 'none', fen: 'FEN', pieces: 'Pieces', hand: 'Move', eraser: 'Remove',
    start: 'Start position', clear: 'Clear', mirror: 'Mirror', swap: 'Swap colours', flip: 'Flip', play: 'Play from here', valid: 'This position can be played.',
    hint: 'Choose a piece and click squares, or drag. By keyboard: walk with the arrows, press a letter (K Q R B N P for White, with Shift for Black), Delete to remove.',
    badFen: 'This is not a FEN. It begins with the pieces of the eighth rank, like rnbqkbnr/pppppppp/…',
    over: 'The game would be over here at once.',
    placed: (square: string, piece: string): string => `${piece} on ${square}`, removed: (square: string): string => `${square} cleared`,
    problems: {
      empty: 'This position cannot be played: the board is empty. Set at least both kings.',
      noKing: (color: Color): string => `This position cannot be played: ${colors[color]} has no king. Set one.`,
      manyKings: (color: Color): string => `This position cannot occur: ${colors[color]} has more than one king. Remove one.`,
      pawnsOnLastRank: 'This position cannot occur: a pawn stands on the first or last rank. Move it.',
      bothInCheck: 'This position cannot occur: both kings are in check. Remove one attacker.',
      wrongSideInCheck: (color: Color): string => `This position cannot occur: ${colors[color]} is in check, but it is not ${colors[color]}’s move. Change the side to move.`,
      impossible: 'This position cannot occur in a game.',
    },
  },
  settings: {
    title: 'Settings', language: 'Language', theme: 'Theme', themes: { system: 'System', light: 'Light', dark: 'Dark' },
    board: 'Board', boards: { paper: 'Paper', lacquer: 'Lacquer', jade: 'Jade', slate: 'Slate', contrast: 'High contrast' },
    pieces: 'Pieces', sets: { classic: 'Classic', seal: 'Seal', disc: 'Disc' },
    sound: 'Sound', animation: 'Animation', coordinates: 'Coordinates', keys: 'Single-letter keys', keysAbout: 'Switch off if you dictate.',
    wheel: 'Wheel walks the moves after the game', evalBar: 'Evaluation bar', notation: 'Notation', notations: { letters: 'Letters', figures: 'Figures' },
    premove: 'Premoves', nickname: 'Your name', mute: 'Mute', unmute: 'Sound on', on: 'On', off: 'Off',
  },
  keys: {
    title: 'Keys', off: 'Single-letter keys are switched off in the settings.', arrows: 'walk through the moves', home: 'first and last move',
    f: 'flip the board', space: 'show or hide the thoughts', slash: 'type a move', help: 'this list', r: 'new game',
    one: 'next player for White’s seat', two: 'next player for Black’s seat', three: 'play', esc: 'close, or back to the start page',
    squares: 'On the board: arrows walk the squares, Enter picks a piece up and puts it down, Escape lets go.', spaceKey: 'Space',
  },
  say: {
    move,
    moved: (color: Color, text: string): string => `${colors[color]}: ${text}`,
    undone: (plies: number): string => (plies === 1 ? 'One move taken back' : `${plies} moves taken back`),
    redone: 'Moves played again',
    joined: (name: string): string => `${name} has sat down`,
    selected: (text: string): string => `${text} picked up`,
    released: 'put back',
    premove: (from: string, to: string): string => `Premove ${from} ${to}`,
    lost: 'The connection is lost.', back: 'Connected again.',
  },
  net: {
    lost: 'The connection is lost. Trying again…', back: 'Connected again.', offline: 'The server does not answer. Is Kythu still running?',
  },
  errors: {
    unknown: 'Something went wrong. Try again.', offline: 'The server does not answer. Is Kythu still running?',
    bad_request: 'The server did not understand this. Reload the page and try again.',
    no_visitor: 'The server does not know you. Allow cookies for this page and reload it.',
    foreign_origin: 'This address is not the server’s own. Open the page by the address that Kythu prints.',
    not_your_seat: 'These are not your pieces.', not_yours: 'Only who made this game can do that.',
    not_found: 'This does not exist (any more).', seat_taken: 'Somebody has already taken this seat.',
    own_invitation: 'This is your own invitation: send the link to somebody else.',
    illegal_move: 'That move is not legal.', stale: 'The game had moved on. Look again.', game_over: 'The game is over.',
    not_allowed: 'That is not possible now.', between_people: 'Not in a game against another player.',
    paused: 'The game is paused. Press Continue first.', pause_first: 'Pause the game first.',
    asked_already: 'You have asked already. Play on first.', finish_first: 'Finish this game first.',
    game_too_long: 'This game has become too long. Offer a draw or begin a new one.', deleted: 'This game is deleted. Restore it first.',
    nothing_to_undo: 'There is nothing to take back.', nothing_to_redo: 'There is nothing to redo.',
    nothing_to_claim: 'There is nothing to claim right now.', nothing_to_answer: 'This offer does not stand any more.',
    waiting: 'The other seat is still empty. Send the link first.', busy: 'The engine is already thinking about this game.',
    too_large: 'This is too large.', bad_position: 'This position cannot be played.', bad_agent: 'This agent cannot be set up like that.',
    option_not_allowed: 'This option cannot be set from the page.', bad_pgn: 'No game could be read from this text.',
    too_many: 'Too much at once. Wait a moment.', agent_failed: 'The agent could not be started.',
    internal: 'Something went wrong on the server. Try again.', closing: 'The server is shutting down.',
  } satisfies Record<ProblemCode, string>,
};

/** The same shape with any wording. */
type Wording<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { [Key in keyof T]: Wording<T[Key]> };

export type Dictionary = Wording<typeof en>;
