import type { Page } from '@playwright/test';
import type { ManagedReview } from '#src/features/reviews/contract.ts';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { type Customer, getDialog, signInAsAdmin, signInAsNewCustomer } from './fixtures.ts';
import type { PageState } from './page-state.ts';

const TITLE = 'A wrench that slips, and a word that should not be here';

/** Sends a review as this customer and returns its id. */
export async function sendReview(shop: RunningShop, { name, token }: Customer, title = TITLE): Promise<string> {
  const review = {
    displayName: name,
    company: 'Smith & Daughters',
    designation: 'Joiner',
    title,
    rating: 2,
    about: 'It slips off the nut as soon as there is oil on it. '.repeat(7),
  };
  const sent = await sendRequest('POST', `${shop.origin}/api/review`, review, token);
  return ((await sent.json()) as { insertedId: string }).insertedId;
}

/** Takes a review down as an admin. */
export async function takeDownReview(shop: RunningShop, id: string): Promise<void> {
  const body = { reason: 'It names a person. Please write about the tool.' };
  await sendRequest('POST', `${shop.origin}/api/review/${id}/takedown`, body, await signInAdmin(shop.origin));
}

const withReviews = (path: (id: string) => string) => async (page: Page, shop: RunningShop) => {
  const customer = await signInAsNewCustomer(page, shop);
  const id = await sendReview(shop, customer);
  await takeDownReview(shop, id);
  await sendReview(shop, customer, 'Holds its edge');
  return path(id);
};

const review: ManagedReview = {
  _id: 'review1'.padEnd(24, '0'),
  displayName: 'Ada Smith',
  image: '',
  company: 'Smith & Daughters',
  designation: 'Joiner',
  title: TITLE,
  rating: 2,
  about: 'It slips off the nut as soon as there is oil on it.',
  toolId: null,
  verified: false,
  createdAt: '2026-11-01T12:00:00.000Z',
  version: 2,
  changedAt: '2026-11-03T12:00:00.000Z',
  takenDown: { at: '2026-11-02T12:00:00.000Z', reason: 'It names a person.' },
  waiting: false,
  unread: true,
  writer: { email: 'ada.smith@smith-and-daughters.example.com', disabled: true },
};

const withList = (rows: ManagedReview[]) => async (page: Page) => {
  await page.route('/api/reviews?*', (route) =>
    route.fulfill({ json: rows, headers: { 'x-total-count': String(rows.length) } }),
  );
  await signInAsAdmin(page);
  return '/dashboard/reviews';
};

/** A customer's own reviews, and the admins' list of all reviews. */
export const REVIEW_PAGE_STATES: readonly PageState[] = [
  {
    name: 'my-review-listed',
    path: withReviews(() => '/dashboard/myreview'),
    heading: 'My Review',
    shows: 'It names a person.',
  },
  {
    name: 'change-review',
    path: withReviews((id) => `/dashboard/myreview/${id}`),
    heading: 'Change your review',
    shows: 'This review was taken down.',
  },
  { name: 'reviews-none', path: withList([]), heading: 'Reviews', shows: 'No reviews yet' },
  {
    name: 'reviews',
    path: withList([review, { ...review, _id: 'review2'.padEnd(24, '0'), takenDown: null, image: '' }]),
    heading: 'Reviews',
    shows: 'Its author has changed it',
  },
  {
    name: 'reviews-take-down',
    continues: true,
    path: withList([{ ...review, takenDown: null }]),
    heading: 'Reviews',
    act: async (page) => {
      await page.getByRole('button', { name: 'Take down' }).click();
      await getDialog(page).getByRole('button', { name: 'Yes, take it down' }).click();
    },
  },
];
