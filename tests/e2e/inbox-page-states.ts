import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/support/running-shop.ts';
import { signInAsAdmin } from './fixtures.ts';
import { submitForm } from './list-helpers.ts';
import { stubOutbox } from './outbox-stub.ts';
import type { PageState } from './page-state.ts';

const inbox = (path: string) => async (page: Page) => {
  await signInAsAdmin(page);
  return path;
};

/** Opens a part of the inbox with one entry of each kind that visitors send. */
const toInbox = (path: string) => async (page: Page, shop: RunningShop) => {
  const from = { name: 'Ada Smith', email: `${randomUUID()}@works.example`, message: 'In crates. '.repeat(40) };
  await submitForm(shop, '/quote', {
    ...from,
    product: 'Bench vise, 120 mm',
    quantity: '1,200',
    company: 'Byron & Co',
  });
  await submitForm(shop, '/contact', { ...from, subject: 'The vise of last week' });
  await submitForm(shop, '/newsletter', { email: from.email });
  return inbox(path)(page);
};

/** The parts of the inbox in their states. */
export const INBOX_PAGE_STATES: readonly PageState[] = [
  { name: 'inbox-quotes', path: toInbox('/dashboard/inbox'), heading: 'Inbox', shows: 'Mark done' },
  {
    name: 'inbox-quotes-nothing-found',
    path: inbox('/dashboard/inbox?q=no-such-thing'),
    heading: 'Inbox',
    shows: 'No matches',
  },
  {
    name: 'inbox-quotes-unreachable',
    path: async (page) => {
      await page.route('/api/quotes?*', (route) => route.abort());
      return inbox('/dashboard/inbox')(page);
    },
    heading: 'Inbox',
    shows: 'Try again',
  },
  { name: 'inbox-messages', path: toInbox('/dashboard/inbox/messages'), heading: 'Inbox', shows: 'Mark done' },
  {
    name: 'inbox-messages-marked',
    path: toInbox('/dashboard/inbox/messages?state=open'),
    heading: 'Inbox',
    act: (page) => page.getByRole('button', { name: 'Mark done' }).first().click(),
    shows: 'Marked done: ',
  },
  {
    name: 'inbox-messages-none',
    path: async (page) => {
      await page.route('/api/messages?*', (route) => route.fulfill({ json: [] }));
      return inbox('/dashboard/inbox/messages')(page);
    },
    heading: 'Inbox',
    shows: 'No messages yet',
  },
  {
    name: 'inbox-newsletter',
    path: toInbox('/dashboard/inbox/newsletter?sort=email'),
    heading: 'Inbox',
    shows: 'not confirmed',
  },
  { name: 'inbox-outbox', path: toInbox('/dashboard/inbox/outbox'), heading: 'Inbox', shows: 'Filter emails' },
  {
    name: 'inbox-outbox-as-it-looks',
    path: toInbox('/dashboard/inbox/outbox?state=quote_received'),
    heading: 'Inbox',
    act: (page) => page.getByRole('button', { name: 'Show preview' }).first().click(),
    shows: 'Links do not work in this preview.',
  },
  {
    name: 'inbox-outbox-given-up',
    path: async (page) => {
      await stubOutbox(page);
      return inbox('/dashboard/inbox/outbox')(page);
    },
    heading: 'Inbox',
    shows: 'Could not be sent',
  },
];
