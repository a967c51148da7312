import { expect, test } from 'vitest';
import { createTypingMemory } from './typing-memory.server.ts';

const typed = (query: string) => ({ query, counted: true });

test('a client’s input is remembered while it types, and for ten more seconds', () => {
  let now = 0;
  const memory = createTypingMemory(() => now);
  memory.set('one', typed('flu'));
  now = 9_000;
  expect([memory.get('one')?.query, memory.get('other')]).toEqual(['flu', undefined]);
  memory.set('one', typed('flux'));
  now = 18_000;
  expect(memory.get('one')?.query).toBe('flux');
  now = 19_001;
  expect(memory.get('one')).toBeUndefined();
});

test('the last thousand clients are remembered', () => {
  const memory = createTypingMemory(() => 0);
  for (let client = 0; client < 1_000; client += 1) memory.set(`${client}`, typed('a'));
  memory.set('0', typed('b'));
  memory.set('new', typed('c'));
  expect([memory.get('0')?.query, memory.get('1'), memory.get('2')?.query]).toEqual(['b', undefined, 'a']);
});
