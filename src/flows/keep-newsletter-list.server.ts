import { newsletterConfirmLetter, newsletterWelcomeLetter } from '#src/features/mail/letters.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import { makeLink, spendConfirmLink, spendLeaveLink } from '#src/features/newsletter/links.server.ts';
import { confirmSubscriber, lockSubscriber, markLeft } from '#src/features/newsletter/queries.server.ts';
import type { Shop } from './shop.server.ts';
import type { Reception } from './take-enquiry.server.ts';

/**
 * Asks the owner of an address, by mail, whether they want the newsletter. Who calls learns nothing of whether the
 * address was known; one that is confirmed already is not written to.
 */
export async function subscribe({ db, publicUrl, limits }: Reception, email: string): Promise<void> {
  // One too many for this mailbox today: the links it has are good for a week.
  if (await limits.take('letter', `newsletter:${email}`)) return;
  await db.transaction(async (tx) => {
    const { id, confirmed } = await lockSubscriber(tx, email);
    if (confirmed) return;
    const links = { confirm: await makeLink(tx, id, 'confirm'), leave: await makeLink(tx, id, 'leave') };
    await queueMail(tx, { kind: 'newsletter_confirm', recipient: email, ...newsletterConfirmLetter(publicUrl, links) });
  });
}

/** Whether this link has put its address on the list; false when it is used, expired or unknown. */
export async function confirmSubscription(
  { db, publicUrl }: Pick<Shop, 'db' | 'publicUrl'>,
  token: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const id = await spendConfirmLink(tx, token);
    if (!id) return false;
    const confirmed = await confirmSubscriber(tx, id);
    if (confirmed) {
      const leave = await makeLink(tx, id, 'leave');
      await queueMail(tx, {
        kind: 'newsletter_welcome',
        recipient: confirmed.email,
        ...newsletterWelcomeLetter(publicUrl, leave),
      });
    }
    return true;
  });
}

/** Whether the address behind this link is off the list now; false when the link is unknown. */
export async function leaveNewsletter({ db }: Pick<Shop, 'db'>, token: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const id = await spendLeaveLink(tx, token);
    if (id) await markLeft(tx, id);
    return id !== null;
  });
}
