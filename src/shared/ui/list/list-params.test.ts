import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanSearch } from '#src/shared/clean-search.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { countPages } from '#src/shared/pagination.ts';
import {
  formatListParams,
  getPagerPages,
  type ListOptions,
  type ListParams,
  listSorts,
  parseListParams,
  toServerSort,
} from './list-params.ts';

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
  test('is parsed as it was written, and omits defaults', () => {
    expect(read('')).toEqual({ q: '', state: '', sort: '-created', page: 1, cursor: '' });
    expect(formatListParams(read(''), {}, options)).toBe('');
    const there = { q: '100% sure', state: 'paid', sort: 'total', page: 3, cursor: '' };
    expect(read(formatListParams(read(''), there, options))).toEqual(there);
  });

  test('keeps further filters until something else is searched for', () => {
    const filtered = { ...options, isFilter: (name: string) => name.startsWith('spec.') };
    const now = parseListParams(new URLSearchParams('?q=a&spec.Steel=C60&spec.Steel=C45&page=2&x=1'), filtered);
    expect(now.filters).toBe('spec.Steel=C60&spec.Steel=C45');
    expect(formatListParams(now, { page: 3 }, filtered)).toBe('?spec.Steel=C60&spec.Steel=C45&q=a&page=3');
    expect(formatListParams(now, { filters: '' }, filtered)).toBe('?q=a');
    expect(formatListParams(now, { q: 'b' }, filtered)).toBe('?q=b');
    expect(parseListParams(new URLSearchParams(`?q=a&spec.S=${'x'.repeat(4_000)}`), filtered).filters).toBeUndefined();
  });

  test('returns to the first page when anything else changes', () => {
    const now = read('?q=a&state=paid&page=7');
    expect(formatListParams(now, { sort: 'total' }, options)).toBe('?q=a&state=paid&sort=total');
    expect(formatListParams(now, { q: '' }, options)).toBe('?state=paid');
    expect(formatListParams(now, { page: 8 }, options)).toBe('?q=a&state=paid&page=8');
  });

  test('continues by cursor after the last numbered page, and never goes past it without one', () => {
    expect(read('?page=101')).toMatchObject({ page: 100, cursor: '' });
    expect(read('?page=101&cursor=abc')).toMatchObject({ page: 101, cursor: 'abc' });
    expect(read('?page=7&cursor=abc')).toMatchObject({ page: 7, cursor: '' });
    expect(read('?page=101&cursor=%3C')).toMatchObject({ page: 100, cursor: '' });
    const now = read('?q=a&page=101&cursor=abc');
    expect(formatListParams(now, { page: 102, cursor: 'd' }, options)).toBe('?q=a&page=102&cursor=d');
    expect(formatListParams(now, { page: 100 }, options)).toBe('?q=a&page=100');
    expect(formatListParams(now, { state: 'paid' }, options)).toBe('?q=a&state=paid');
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

  test('the server accepts the search for any input', () => {
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

describe('a list that searches by relevance', () => {
  const searched: ListOptions = { ...options, searchSort: ['relevance', 'Best match'] };
  const readSearched = (search: string) => parseListParams(new URLSearchParams(search), searched);

  test('is sorted by relevance by default only with a search, and has its own default without', () => {
    expect(readSearched('').sort).toBe('-created');
    expect(readSearched('?sort=relevance').sort).toBe('-created');
    expect(readSearched('?q=a').sort).toBe('relevance');
    expect(readSearched('?q=a&sort=').sort).toBe('relevance');
    expect(readSearched('?q=a&sort=-created').sort).toBe('-created');
    expect(listSorts(searched, '').map(([sort]) => sort)).toEqual(['-created', 'total']);
    expect(listSorts(searched, 'a').map(([sort]) => sort)).toEqual(['relevance', '-created', 'total']);
  });

  test('keeps only a chosen sort order when the search changes', () => {
    const write = (now: string, changes: Partial<ListParams>) => formatListParams(readSearched(now), changes, searched);
    expect(write('', { q: 'a' })).toBe('?q=a');
    expect(write('?q=a', { q: '' })).toBe('');
    expect(write('?q=a', { state: 'paid' })).toBe('?q=a&state=paid');
    expect(write('?sort=total', { q: 'a' })).toBe('?q=a&sort=total');
    expect(write('?q=a&sort=total', { q: '' })).toBe('?sort=total');
    expect(write('?q=a&sort=total', { sort: 'relevance' })).toBe('?q=a');
    expect(write('?q=a', { sort: '-created' })).toBe('?q=a&sort=-created');
    expect(write('?q=a&sort=-created', { q: '' })).toBe('');
  });

  test('never requests a sort order that the server does not know', () => {
    expect(toServerSort('relevance', searched)).toBeUndefined();
    expect(toServerSort('total', searched)).toBe('total');
    expect(toServerSort('-created', options)).toBe('-created');
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
  ])('on page %i of %i shows %j', (page, last, named) => {
    expect(getPagerPages(page, last)).toEqual(named);
  });

  test('has one page for an empty list, and none before the list is loaded', () => {
    expect([0, 1, 25, 26, 50, 51, 2_500, 10_001].map((total) => countPages(total, 25))).toEqual([
      1, 1, 1, 2, 2, 3, 100, 100,
    ]);
  });
});
