import { expect, test } from 'vitest';
import { createTurns } from './turns.server.ts';

const takeAll = (turns: ReturnType<typeof createTurns<string>>, mayHave = (_client: string) => true) => {
  const taken: string[] = [];
  for (let item = turns.take(mayHave); item !== null; item = turns.take(mayHave)) taken.push(item);
  return taken;
};

test('clients take turns, and so do the members of a client', () => {
  const turns = createTurns<string>();
  for (const item of ['eve1', 'eve2', 'eve3']) turns.add('office', 'eve', item);
  turns.add('office', 'bob', 'bob1');
  for (const item of ['home1', 'home2']) turns.add('home', '', item);
  expect(turns.size).toBe(6);
  expect(takeAll(turns)).toEqual(['eve1', 'home1', 'bob1', 'home2', 'eve2', 'eve3']);
  expect(turns.size).toBe(0);
});

test('a client that may get nothing keeps its turn', () => {
  const turns = createTurns<string>();
  turns.add('busy', '', 'busy1');
  turns.add('idle', '', 'idle1');
  expect(takeAll(turns, (client) => client !== 'busy')).toEqual(['idle1']);
  expect(takeAll(turns)).toEqual(['busy1']);
});

test('clients that have left are skipped', () => {
  const turns = createTurns<string>();
  for (const item of ['a1', 'a2']) turns.add('a', 'x', item);
  turns.add('b', '', 'b1');
  expect(turns.remove('a', (item) => item === 'a1')).toEqual(['a1']);
  expect(turns.remove('nobody', () => true)).toEqual([]);
  expect([turns.size, takeAll(turns)]).toEqual([2, ['a2', 'b1']]);
});
