import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/support/running-shop.ts';
import { signInAsAdmin } from './fixtures.ts';
import { submitForm } from './list-helpers.ts';
import { stubOutbox } from './outbox-stub.ts';
import type { PageState } from './page-state.ts';

const inbox = (part: string) => async (page: Page) => {
  await signInAsAdmin(page);
  return `/dashboard/inbox${part}`;
};

/** Where there is something, of each kind that visitors send. */
const toInbox = (part: string) => async (page: Page, shop: RunningShop) => {
  const from = { name: 'Ada Smith', email: `${randomUUID()}@works.example`, message: 'In crates. '.repeat(40) };
  await submitForm(shop, '/quote', {
    ...from,
    product: 'Bench vise, 120 mm',
    quantity: '1,200',
    company: 'Byron & Co',
  });
  await submitForm(shop, '/contact', { ...from, subject: 'The vise of last week' });
  await submitForm(shop, '/newsletter', { email: from.email });
  return inbox(part)(page);
};

/** The parts of the inbox in their states. */
export const INBOX_PAGE_STATES: readonly PageState[] = [
  { name: 'inbox-quotes', path: toInbox(''), heading: 'Inbox', shows: 'Mark done' },
  {
    name: 'inbox-quotes-nothing-found',
    path: inbox('?q=no-such-thing'),
    heading: 'Inbox',
    shows: 'No matches',
  },
  {
    name: 'inbox-quotes-unreachable',
    path: async (page) => {
      await page.route('/api/quotes?*', (route) => route.abort());
      return inbox('')(page);
    },
    heading: 'Inbox',
    shows: 'Try again',
  },
  { name: 'inbox-messages', path: toInbox('/messages'), heading: 'Inbox', shows: 'Mark done' },
  {
    name: 'inbox-messages-marked',
    path: toInbox('/messages?state=open'),
    heading: 'Inbox',
    act: (page) => page.getByRole('button', { name: 'Mark done' }).first().click(),
    shows: 'Marked done: ',
  },
  {
    name: 'inbox-messages-none',
    path: async (page) => {
      await page.route('/api/messages?*', (route) => route.fulfill({ json: [] }));
      return inbox('/messages')(page);
    },
    heading: 'Inbox',
    shows: 'No messages yet',
  },
  { name: 'inbox-newsletter', path: toInbox('/newsletter?sort=email'), heading: 'Inbox', shows: 'not confirmed' },
  { name: 'inbox-outbox', path: toInbox('/outbox'), heading: 'Inbox', shows: 'Filter emails' },
  {
    name: 'inbox-outbox-as-it-looks',
    path: toInbox('/outbox?state=quote_received'),
    heading: 'Inbox',
    act: (page) => page.getByRole('button', { name: 'Show preview' }).first().click(),
    shows: 'Links do not work in this preview.',
  },
  {
    name: 'inbox-outbox-given-up',
    path: async (page) => {
      await stubOutbox(page);
      return inbox('/outbox')(page);
    },
    heading: 'Inbox',
    shows: 'Could not be sent',
  },
];
