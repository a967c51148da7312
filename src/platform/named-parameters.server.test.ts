import { expect, test } from 'vitest';
import { compileStatement } from './named-parameters.server.ts';

test('values are named in the text, and each name gets one position', () => {
  const bind = compileStatement('move', `select $to::text, '{a,b}'::jsonb, $from from moves where id = $to`);
  expect(bind({ from: null, to: 'shelf' })).toEqual({
    name: 'move',
    text: `select $1::text, '{a,b}'::jsonb, $2 from moves where id = $1`,
    values: ['shelf', null],
  });
});

test.each([
  [{ from: 1 }, 'move: to missing, none unknown'],
  [{ from: 1, to: undefined }, 'move: to missing, none unknown'],
  [{ from: 1, to: 2, by: 3 }, 'move: no value missing, by unknown'],
  [{ from: 1, by: 3 }, 'move: to missing, by unknown'],
])('the values %j are rejected at each use, since the driver would send null', (values, message) => {
  const bind = compileStatement('move', 'select $from, $to');
  expect(() => bind(values)).toThrow(message);
  bind({ from: 1, to: 2 });
  expect(() => bind(values)).toThrow(message);
});
