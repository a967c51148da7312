import { mayAnswerForm } from '#src/features/mail/automatic-mails.server.ts';
import { deleteNewsletterMails, queueMail } from '#src/features/mail/outbox.server.ts';
import {
  confirmSubscriber,
  deleteIfStale,
  lockStaleSubscribers,
  markLeft,
  upsertSubscriber,
} from '#src/features/newsletter/queries.server.ts';
import { issueSubscriptionToken, subscriptionLinks } from '#src/features/newsletter/subscription-tokens.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';

type SubscriptionContext = Pick<
  AppContext,
  'db' | 'publicUrl' | 'limits' | 'initialMailState' | 'notify' | 'getCompany'
>;

/**
 * Mails an address a link that confirms its subscription. The caller does not learn whether the address was known. A
 * confirmed address gets no mail.
 */
export async function subscribe(context: SubscriptionContext, email: string, clientAddress: string): Promise<void> {
  const { db, publicUrl, limits } = context;
  // Over the daily limit: earlier links of this address stay valid for a week.
  if (!(await mayAnswerForm(limits, 'newsletter', { email, clientAddress }))) return;
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

/** Returns whether this link has confirmed its address. False if it was used, has expired or is unknown. */
export async function confirmSubscription(
  context: Omit<SubscriptionContext, 'limits'>,
  token: string,
): Promise<boolean> {
  const { db, publicUrl } = context;
  return db.transaction(async (tx) => {
    await subscriptionLinks.lockOwner(tx, 'confirm', token);
    const id = await subscriptionLinks.consumeConfirm(tx, token);
    if (!id) return false;
    const { email, state, changed } = await confirmSubscriber(tx, id);
    if (changed) {
      const leaveUrl = getUnsubscribeUrl(publicUrl, await issueSubscriptionToken(tx, id, 'leave'));
      await queueMail(tx, context, { kind: 'newsletter_welcome', data: { leaveUrl }, recipient: email });
    }
    return state === 'confirmed';
  });
}

/** Returns whether the address of this link is now unsubscribed. False if the link is unknown. */
export async function unsubscribe({ db }: Pick<AppContext, 'db'>, token: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await subscriptionLinks.lockOwner(tx, 'leave', token);
    const id = await subscriptionLinks.consumeLeave(tx, token);
    if (id) await markLeft(tx, id);
    return id !== null;
  });
}

function getUnsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/newsletter/leave/${token}`;
}

const BATCH_SIZE = 500;

/** Deletes unconfirmed and unsubscribed addresses with the mails sent to them. A locked row waits for the next run. */
export async function deleteStaleSubscribers({ db }: Pick<AppContext, 'db'>): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await lockStaleSubscribers(tx, BATCH_SIZE);
    // Checked again under the lock: somebody may have subscribed again since the first read.
    const deleted = ids.length > 0 ? await deleteIfStale(tx, ids) : [];
    await deleteNewsletterMails(tx, deleted);
    return deleted.length;
  });
}
