import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { countPages } from '#src/shared/pagination.ts';
import { cleanSearch, formatListParams, getPagerPages, type ListOptions, parseListParams } from './list-params.ts';

const options: ListOptions = {
  states: [
    ['paid', 'Paid'],
    ['shipped', 'shipped'],
  ],
  sorts: [
    ['-created', 'Newest first'],
    ['total', 'Smallest total'],
  ],
};
const read = (search: string) => parseListParams(new URLSearchParams(search), options);

describe('the address of a list', () => {
  test('is read as it was written, and says nothing that goes without saying', () => {
    expect(read('')).toEqual({ q: '', state: '', sort: '-created', page: 1 });
    expect(formatListParams(read(''), {}, options)).toBe('');
    const there = { q: '100% sure', state: 'paid', sort: 'total', page: 3 };
    expect(read(formatListParams(read(''), there, options))).toEqual(there);
  });

  test('begins at the first page when anything else changes', () => {
    const now = read('?q=a&state=paid&page=7');
    expect(formatListParams(now, { sort: 'total' }, options)).toBe('?q=a&state=paid&sort=total');
    expect(formatListParams(now, { q: '' }, options)).toBe('?state=paid');
    expect(formatListParams(now, { page: 8 }, options)).toBe('?q=a&state=paid&page=8');
  });

  test.each([
    'page=0',
    'page=-1',
    'page=1e3',
    'page=x',
    'page=1.5',
    'state=gone',
    'state=toString',
    'sort=price',
    'q=',
  ])('ignores %s', (search) => {
    expect(read(search)).toEqual(read(''));
  });

  test('whatever is typed, the server takes the search made of it', () => {
    const schema = listQuerySchema({ sorts: ['created'], states: ['paid'], searches: 'x' });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 })), (typed) => {
        const q = cleanSearch(typed);
        expect(schema.safeParse({ q }).success).toBe(true);
        expect(cleanSearch(q)).toBe(q);
      }),
    );
  });
});

describe('a pager', () => {
  test.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [1, 9, [1, 2, null, 9]],
    [3, 5, [1, 2, 3, 4, 5]],
    [4, 9, [1, 2, 3, 4, 5, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [9, 9, [1, null, 8, 9]],
  ])('on page %i of %i names %j', (page, last, named) => {
    expect(getPagerPages(page, last)).toEqual(named);
  });

  test('has a page for an empty list, and none for nothing', () => {
    expect([0, 1, 25, 26, 50, 51].map((total) => countPages(total, 25))).toEqual([1, 1, 1, 2, 2, 3]);
  });
});
