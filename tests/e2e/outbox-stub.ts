import type { Page } from '@playwright/test';
import type { Mail } from '#src/features/mail/contract.ts';

const mail = (id: string, parts: Partial<Mail>): Mail => ({
  _id: id.padEnd(24, 'x'),
  kind: 'contact_received',
  recipient: `${id}@example.com`,
  subject: `About ${id}`,
  text: 'Hello,\n\nthank you for writing.\n',
  createdAt: '2026-11-20T10:00:00.000Z',
  state: 'sent',
  sentAt: null,
  attempts: 1,
  nextAttemptAt: null,
  trouble: null,
  secretLink: 'none',
  linkEnded: false,
  sendable: false,
  ...parts,
});

/** Shows the outbox of a shop with a mail server, with one email in every state. */
export async function stubOutbox(page: Page, { dead = 1 } = {}): Promise<void> {
  const later = '2026-11-20T12:00:00.000Z';
  const rows = [
    mail('one', { sentAt: '2026-11-20T10:00:01.000Z' }),
    mail('two', {
      state: 'waiting',
      attempts: 2,
      nextAttemptAt: later,
      trouble: 'The mail server asks to send this email later.',
    }),
    mail('three', { state: 'dead', trouble: 'The mail server does not accept the recipient.', sendable: true }),
    mail('four', { state: 'kept', attempts: 0, sendable: true }),
    mail('five', { state: 'kept', attempts: 0, kind: 'reset_password', secretLink: 'hidden', linkEnded: true }),
  ];
  await page.route('/api/outbox?*', (route) => {
    const given = new URL(route.request().url()).searchParams.get('state') === 'dead';
    const json = given ? rows.filter(({ state }) => state === 'dead') : rows;
    return route.fulfill({ json, headers: { 'x-total-count': String(given ? dead : rows.length) } });
  });
}
