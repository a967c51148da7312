import { describe, expect, test } from 'vitest';
import { findSubjectError } from './check-commits.mjs';

describe('the subject of a commit', () => {
  test.each([
    'Reject orders below the minimum',
    'Seed the demo shop in one transaction',
    'Name the response cache by its field: store, tags, single flight',
  ])('%s is accepted', (subject) => {
    expect(findSubjectError(subject)).toBeNull();
  });

  test.each([
    ['Reject'.padEnd(73, 's'), 'has 73 characters, more than 72'],
    ['reject orders', 'does not begin with a capital letter'],
    ['Reject orders.', 'ends with a period'],
    ['Rejected orders below the minimum', "does not begin with an imperative: 'rejected'"],
    ['Rejecting orders', "does not begin with an imperative: 'rejecting'"],
    ['Adds a column', "does not begin with an imperative: 'adds'"],
    ['The minimum is checked', "does not begin with an imperative: 'the'"],
  ])('%s is rejected', (subject, error) => {
    expect(findSubjectError(subject)).toBe(error);
  });

  test('may have 72 characters', () => {
    expect(findSubjectError('Reject'.padEnd(72, 's'))).toBeNull();
  });
});
