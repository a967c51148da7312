import type { MailRow } from './outbox.server.ts';
import type { SendResult } from './smtp-errors.server.ts';

/** If this many recipients in a row get the same reply, it concerns the shop and not the recipients. */
const MIN_RECIPIENTS = 3;

export interface RejectionStreak {
  /** Judges an attempt by the previous ones. `requeued`: ids of mails that failed by mistake and are waiting again. */
  judge(mail: Pick<MailRow, 'id' | 'recipient'>, attempt: SendResult): { attempt: SendResult; requeued: string[] };
}

/**
 * Many mail servers reply only `550` or `451`, whether they reject one recipient or all mail of the shop. The same
 * reply for several recipients, without a sent mail in between, is taken as a rejection of the shop.
 */
export function createRejectionStreak(): RejectionStreak {
  let lastReply = '';
  /** The ids of failed mails by recipient. */
  const streak = new Map<string, string[]>();

  return {
    judge({ id, recipient }, attempt) {
      if (attempt.result === 'sent') streak.clear();
      const counts =
        (attempt.result === 'rejected' && attempt.ambiguous) || (attempt.result === 'deferred' && !attempt.cooldown);
      if (!counts) return { attempt, requeued: [] };
      const reply = normalizeReply(attempt.reason);
      if (reply !== lastReply) streak.clear();
      lastReply = reply;
      const rejected = attempt.result === 'rejected';
      // Bounded, because a few recipients decide.
      if (streak.has(recipient) || streak.size < MIN_RECIPIENTS)
        streak.set(recipient, [...(streak.get(recipient) ?? []), ...(rejected ? [id] : [])]);
      if (streak.size < MIN_RECIPIENTS) return { attempt, requeued: [] };
      if (!rejected) return { attempt: { ...attempt, cooldown: true }, requeued: [] };
      const requeued = [...streak.values()].flat().filter((one) => one !== id);
      for (const ids of streak.values()) ids.length = 0;
      return { attempt: { result: 'unavailable', reason: attempt.reason, blocksAll: true }, requeued };
    },
  };
}

/** Replaces numbers and queue names, which differ even between equal replies. */
function normalizeReply(reason: string): string {
  return reason.replaceAll(/\S+/g, (word) => (/\d{4}|\d[A-Za-z]+\d/.test(word) ? '#' : word));
}
