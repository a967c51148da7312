import { eraseNewsletterLetters, queueMail } from '#src/features/mail/outbox.server.ts';
import {
  lockSubscriberOfLink,
  makeLink,
  spendConfirmLink,
  spendLeaveLink,
} from '#src/features/newsletter/links.server.ts';
import {
  confirmSubscriber,
  eraseStaleSubscribers,
  lockStaleSubscribers,
  lockSubscriber,
  markLeft,
} from '#src/features/newsletter/queries.server.ts';
import type { Shop } from './shop.server.ts';
import type { Reception } from './take-enquiry.server.ts';

/**
 * Asks the owner of an address, by mail, whether they want the newsletter. Who calls learns nothing of whether the
 * address was known; one that is confirmed already is not written to.
 */
export async function subscribe({ db, publicUrl, delivery, limits }: Reception, email: string): Promise<void> {
  // One too many for this mailbox today: the links it has are good for a week.
  if (await limits.take('letter', `newsletter:${email}`)) return;
  await db.transaction(async (tx) => {
    const { id, confirmed } = await lockSubscriber(tx, email);
    if (confirmed) return;
    const data = {
      confirmUrl: `${publicUrl}/newsletter/confirm/${await makeLink(tx, id, 'confirm')}`,
      leaveUrl: leaveAddress(publicUrl, await makeLink(tx, id, 'leave')),
    };
    await queueMail(tx, delivery, { kind: 'newsletter_confirm', data, recipient: email });
  });
}

/** Whether this link has put its address on the list; false when it is used, expired or unknown. */
export async function confirmSubscription(
  { db, publicUrl, delivery }: Pick<Shop, 'db' | 'publicUrl' | 'delivery'>,
  token: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSubscriberOfLink(tx, 'confirm', token);
    const id = await spendConfirmLink(tx, token);
    if (!id) return false;
    const { email, state, changed } = await confirmSubscriber(tx, id);
    if (changed) {
      const leaveUrl = leaveAddress(publicUrl, await makeLink(tx, id, 'leave'));
      await queueMail(tx, delivery, { kind: 'newsletter_welcome', data: { leaveUrl }, recipient: email });
    }
    return state === 'confirmed';
  });
}

/** Whether the address behind this link is off the list now; false when the link is unknown. */
export async function leaveNewsletter({ db }: Pick<Shop, 'db'>, token: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSubscriberOfLink(tx, 'leave', token);
    const id = await spendLeaveLink(tx, token);
    if (id) await markLeft(tx, id);
    return id !== null;
  });
}

function leaveAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/newsletter/leave/${token}`;
}

const ERASED_AT_ONCE = 500;

/** Erases who is not, or no longer, to be written to, and the letters they got. A row that is in use waits for the next round. */
export async function eraseStale({ db }: Pick<Shop, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = await lockStaleSubscribers(tx, ERASED_AT_ONCE);
    // A second look, now that they are locked: the first may have seen somebody who has just asked again as they were.
    if (ids.length > 0) await eraseNewsletterLetters(tx, await eraseStaleSubscribers(tx, ids));
  });
}
