import type { Page } from '@playwright/test';
import { signInAsAdmin } from './fixtures.ts';
import type { PageState } from './page-state.ts';

const asAdmin = (path: string) => async (page: Page) => {
  await signInAsAdmin(page);
  return path;
};

/** The pages of categories and comparisons. */
export const CATEGORY_PAGE_STATES: PageState[] = [
  { name: 'categories', path: '/categories', heading: 'Categories', shows: 'Hand tools' },
  { name: 'category-cards', path: '/categories/hand-tools', heading: 'Hand tools', shows: 'place order' },
  { name: 'category-table', path: '/categories/hand-tools?view=table', heading: 'Hand tools', shows: 'HM-C16' },
  {
    name: 'category-filtered',
    path: '/categories/hand-tools?spec.Steel=Chrome+vanadium&price.max=40',
    heading: 'Hand tools',
    shows: 'Clear all filters',
  },
  {
    name: 'category-table-wide',
    path: '/categories/wrenches?view=table',
    heading: 'Wrenches',
    shows: 'WR-C13',
  },
  {
    name: 'category-filter-wrong',
    path: '/categories/wrenches?view=table&price.min=50&price.max=10&spec.Length.min=long&spec.Length.unit=mm',
    heading: 'Wrenches',
    shows: 'The end of this range is below its start',
  },
  {
    name: 'category-nothing-found',
    path: '/categories/hand-tools?spec.Steel=Wood',
    heading: 'Hand tools',
    shows: 'No tools match all of these filters',
  },
  {
    name: 'compare',
    path: '/compare?tools=combination-wrench-13-mm,combination-wrench-17-mm,claw-hammer-16-oz-hickory',
    heading: 'Compare',
    shows: 'differs',
  },
  { name: 'compare-nothing', path: '/compare', heading: 'Compare', shows: 'Nothing to compare yet' },
  {
    name: 'managed-categories',
    path: asAdmin('/dashboard/categories'),
    heading: 'Categories',
    shows: 'Add a category',
    act: (page) => page.getByRole('button', { name: 'Change Hammers', exact: true }).click(),
  },
];
