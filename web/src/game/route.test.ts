import { expect, test } from 'vitest';
import { INITIAL_FEN } from './position.ts';
import { editorPath, gamePath, routeOf } from './route.ts';

const route = (path: string) => routeOf(new URL(path, 'http://127.0.0.1/'));

test('screens have addresses', () => {
  expect(route('/')).toEqual({ screen: 'start' });
  expect(route('/games')).toEqual({ screen: 'games' });
  expect(route('/join/abc')).toEqual({ screen: 'join', token: 'abc' });
  expect(route(gamePath('a/b'))).toEqual({ screen: 'game', id: 'a/b' });
  expect(route(editorPath(INITIAL_FEN))).toEqual({ screen: 'editor', fen: INITIAL_FEN });
  expect(route('/editor')).toEqual({ screen: 'editor', fen: undefined });
});

test.each(['/game', '/game/a/b', '/nowhere', '/games/x', '/%E0%A4%A'])('%s is lost', (path) => {
  expect(route(path)).toEqual({ screen: 'lost' });
});
