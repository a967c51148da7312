import type { MailRow } from './outbox.server.ts';
import type { SendResult } from './smtp-errors.server.ts';

/** So many recipients in a row who are answered the same: it is not they who are meant. */
const MIN_RECIPIENTS = 3;

export interface RejectionStreak {
  /**
   * What an attempt means after those before it. `revived`: mails of this run that were given up by mistake and are to
   * wait again.
   */
  judge(mail: Pick<MailRow, 'id' | 'recipient'>, attempt: SendResult): { attempt: SendResult; requeued: string[] };
}

/**
 * Many mail servers say `550` or `451` and little else, whether they mean one recipient or everything we send. What they
 * say to different recipients in a row, with no mail taken in between, is meant for us.
 */
export function createRejectionStreak(): RejectionStreak {
  let lastReply = '';
  /** By recipient, the mails that were given up. */
  const streak = new Map<string, string[]>();

  return {
    judge({ id, recipient }, attempt) {
      if (attempt.result === 'sent') streak.clear();
      const counts =
        (attempt.result === 'refused' && attempt.ambiguous) || (attempt.result === 'put_off' && !attempt.cooldown);
      if (!counts) return { attempt, requeued: [] };
      const reply = normalizeReply(attempt.reason);
      if (reply !== lastReply) streak.clear();
      lastReply = reply;
      const refused = attempt.result === 'refused';
      // Bounded: after a few it is known whom it means.
      if (streak.has(recipient) || streak.size < MIN_RECIPIENTS)
        streak.set(recipient, [...(streak.get(recipient) ?? []), ...(refused ? [id] : [])]);
      if (streak.size < MIN_RECIPIENTS) return { attempt, requeued: [] };
      if (!refused) return { attempt: { ...attempt, cooldown: true }, requeued: [] };
      const requeued = [...streak.values()].flat().filter((one) => one !== id);
      for (const given of streak.values()) given.length = 0;
      return { attempt: { result: 'away', reason: attempt.reason, blocksAll: true }, requeued };
    },
  };
}

/** The same answer to two mails differs in numbers and queue names. */
function normalizeReply(reason: string): string {
  return reason.replaceAll(/\S*\d{4,}\S*|\S*\d[A-Za-z]+\d\S*/g, '#');
}
