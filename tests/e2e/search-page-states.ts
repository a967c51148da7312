import { expect, type Page } from '@playwright/test';
import type { SearchMiss } from '#src/features/catalogue/search/search-contract.ts';
import { signInAsAdmin } from './fixtures.ts';
import type { PageState } from './page-state.ts';

const PATH = '/dashboard/search';

const miss = (query: string, times: number): SearchMiss => ({
  query,
  times,
  firstAt: '2026-11-01T12:00:00.000Z',
  lastAt: '2026-11-20T12:00:00.000Z',
});

const MISSES = [
  miss('shifting spanner 10"', 1204),
  miss('схема', 31),
  miss('a search of somebody who has pasted half of a shopping list with many words into the field', 3),
  miss('qwertzuiopasdfghjklyxcvbnmqwertzuiopasdfghjklyxcvbnmqwertzuiopasdfghjklyxcvbnm', 1),
];

const withMisses =
  (misses: SearchMiss[], total = misses.length) =>
  async (page: Page) => {
    await page.route('/api/search/misses?*', (route) =>
      route.fulfill({ json: misses, headers: { 'x-total-count': String(total) } }),
    );
    await signInAsAdmin(page);
    return PATH;
  };

const getForm = (page: Page) => page.getByRole('form', { name: 'Words that mean the same' });

/** The search pages for owners. */
export const SEARCH_PAGE_STATES: readonly PageState[] = [
  { name: 'search-admin', path: withMisses(MISSES, 400), heading: 'Search', shows: 'shifting spanner' },
  {
    name: 'search-admin-words',
    continues: true,
    path: withMisses(MISSES, 400),
    heading: 'Search',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add synonyms: схема' }).click();
      await getForm(page).getByLabel('Words or phrases').fill('wrench\nWrenches');
      await getForm(page).getByRole('button', { name: 'Save words' }).click();
      await expect(getForm(page)).toContainText('The search treats');
      await expect(getForm(page).getByRole('region', { name: 'Current results' })).toContainText('tools');
    },
  },
  {
    name: 'search-admin-none',
    path: async (page) => {
      await page.route('/api/search/synonyms', (route) => route.fulfill({ json: [] }));
      return withMisses([])(page);
    },
    heading: 'Search',
    shows: 'Every search found something',
  },
  {
    name: 'search-admin-failed',
    path: async (page) => {
      await page.route('/api/search/**', (route) => route.abort());
      await signInAsAdmin(page);
      return PATH;
    },
    heading: 'Search',
    shows: 'This could not be loaded',
  },
];
