import { expect, test } from 'vitest';
import { assertMove, INTENT_MOVES, type IntentStatus, isOpen } from './intent-states.ts';

const ALL = Object.keys(INTENT_MOVES) as IntentStatus[];

test('nothing leaves succeeded or canceled', () => {
  for (const end of ['succeeded', 'canceled'] as const) {
    for (const to of ALL) expect(() => assertMove(end, to)).toThrow();
  }
});

test('every other move of the table is allowed, and only those', () => {
  for (const from of ALL) {
    for (const to of ALL) {
      const move = () => assertMove(from, to);
      if (INTENT_MOVES[from].includes(to)) expect(move).not.toThrow();
      else expect(move).toThrow();
    }
  }
});

test('an intent whose money is under way can be neither canceled nor confirmed again', () => {
  expect(isOpen('processing')).toBe(false);
  expect(() => assertMove('processing', 'canceled')).toThrow();
});
