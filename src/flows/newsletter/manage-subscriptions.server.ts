import { deleteNewsletterMails, queueMail } from '#src/features/mail/outbox.server.ts';
import {
  confirmSubscriber,
  deleteIfStale,
  lockStaleSubscribers,
  markLeft,
  upsertSubscriber,
} from '#src/features/newsletter/queries.server.ts';
import {
  consumeConfirmToken,
  consumeLeaveToken,
  issueSubscriptionToken,
  lockSubscriberByToken,
} from '#src/features/newsletter/subscription-tokens.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';

type SubscriptionContext = Pick<AppContext, 'db' | 'publicUrl' | 'limits' | 'initialMailState' | 'notify'>;

/**
 * Asks the owner of an address, by mail, whether they want the newsletter. Who calls learns nothing of whether the
 * address was known; one that is confirmed already is not written to.
 */
export async function subscribe(context: SubscriptionContext, email: string): Promise<void> {
  const { db, publicUrl, limits } = context;
  // One too many for this mailbox today: the links it has are good for a week.
  if (await limits.consume('letter', `newsletter:${email}`)) return;
  await db.transaction(async (tx) => {
    const { id, confirmed } = await upsertSubscriber(tx, email);
    if (confirmed) return;
    const data = {
      confirmUrl: `${publicUrl}/newsletter/confirm/${await issueSubscriptionToken(tx, id, 'confirm')}`,
      leaveUrl: getUnsubscribeUrl(publicUrl, await issueSubscriptionToken(tx, id, 'leave')),
    };
    await queueMail(tx, context, { kind: 'newsletter_confirm', data, recipient: email });
  });
}

/** Whether this link has put its address on the list; false when it is used, expired or unknown. */
export async function confirmSubscription(
  context: Omit<SubscriptionContext, 'limits'>,
  token: string,
): Promise<boolean> {
  const { db, publicUrl } = context;
  return db.transaction(async (tx) => {
    await lockSubscriberByToken(tx, 'confirm', token);
    const id = await consumeConfirmToken(tx, token);
    if (!id) return false;
    const { email, state, changed } = await confirmSubscriber(tx, id);
    if (changed) {
      const leaveUrl = getUnsubscribeUrl(publicUrl, await issueSubscriptionToken(tx, id, 'leave'));
      await queueMail(tx, context, { kind: 'newsletter_welcome', data: { leaveUrl }, recipient: email });
    }
    return state === 'confirmed';
  });
}

/** Whether the address behind this link is off the list now; false when the link is unknown. */
export async function unsubscribe({ db }: Pick<AppContext, 'db'>, token: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSubscriberByToken(tx, 'leave', token);
    const id = await consumeLeaveToken(tx, token);
    if (id) await markLeft(tx, id);
    return id !== null;
  });
}

function getUnsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/newsletter/leave/${token}`;
}

const BATCH_SIZE = 500;

/** Erases who is not, or no longer, to be written to, and the letters they got. A row that is in use waits for the next round. */
export async function deleteStaleSubscribers({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = await lockStaleSubscribers(tx, BATCH_SIZE);
    // A second look, now that they are locked: the first may have seen somebody who has just asked again as they were.
    if (ids.length > 0) await deleteNewsletterMails(tx, await deleteIfStale(tx, ids));
  });
}
