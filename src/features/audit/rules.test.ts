import { expect, test } from 'vitest';
import { parseAuditSearch } from './rules.ts';

test.each([
  ['', '', null],
  ['ada@example.com', 'ada@example.com', null],
  ['2026-11-22', '', { from: '2026-11-22', until: '2026-11-23' }],
  ['2026-12', '', { from: '2026-12-01', until: '2027-01-01' }],
  ['2024-02', '', { from: '2024-02-01', until: '2024-03-01' }],
  ['claw 2026-11-01..2026-11-22 hammer', 'claw hammer', { from: '2026-11-01', until: '2026-11-23' }],
  ['2026-10..2026-11', '', { from: '2026-10-01', until: '2026-12-01' }],
  ['2026-02-30', '2026-02-30', null],
  ['2026-13', '2026-13', null],
  ['2026-11-22..2026-11-01', '2026-11-22..2026-11-01', null],
])('the search %j has the words %j and the days %j', (search, words, days) => {
  expect(parseAuditSearch(search)).toEqual({ words, days });
});
