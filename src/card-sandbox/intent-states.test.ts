import { expect, test } from 'vitest';
import { assertTransition, INTENT_TRANSITIONS, type IntentStatus, isOpen } from './intent-states.ts';

const ALL = Object.keys(INTENT_TRANSITIONS) as IntentStatus[];

test('nothing leaves succeeded or canceled', () => {
  for (const end of ['succeeded', 'canceled'] as const) {
    for (const to of ALL) expect(() => assertTransition(end, to)).toThrow();
  }
});

test('every other move of the table is allowed, and only those', () => {
  for (const from of ALL) {
    for (const to of ALL) {
      const move = () => assertTransition(from, to);
      if (INTENT_TRANSITIONS[from].includes(to)) expect(move).not.toThrow();
      else expect(move).toThrow();
    }
  }
});

test('an intent whose money is under way can be neither canceled nor confirmed again', () => {
  expect(isOpen('processing')).toBe(false);
  expect(() => assertTransition('processing', 'canceled')).toThrow();
});
