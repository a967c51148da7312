import type { MailRow } from './outbox.server.ts';
import type { Attempt } from './smtp-faults.server.ts';

/** So many recipients in a row who are answered the same: it is not they who are meant. */
const SEVERAL = 3;

export interface RefusalRun {
  /**
   * What an attempt means after those before it. `revived`: mails of this run that were given up by mistake and are to
   * wait again.
   */
  judge(mail: Pick<MailRow, 'id' | 'recipient'>, attempt: Attempt): { attempt: Attempt; revived: string[] };
}

/**
 * Many mail servers say `550` or `451` and little else, whether they mean one recipient or everything we send. What they
 * say to different recipients in a row, with no mail taken in between, is meant for us.
 */
export function createRefusalRun(): RefusalRun {
  let said = '';
  /** By recipient, the mails that were given up. */
  const run = new Map<string, string[]>();

  return {
    judge({ id, recipient }, attempt) {
      if (attempt.result === 'sent') run.clear();
      const counts =
        (attempt.result === 'refused' && attempt.unclear) || (attempt.result === 'put_off' && !attempt.rest);
      if (!counts) return { attempt, revived: [] };
      const words = wordsOf(attempt.trouble);
      if (words !== said) run.clear();
      said = words;
      const refused = attempt.result === 'refused';
      // Bounded: after a few it is known whom it means.
      if (run.has(recipient) || run.size < SEVERAL)
        run.set(recipient, [...(run.get(recipient) ?? []), ...(refused ? [id] : [])]);
      if (run.size < SEVERAL) return { attempt, revived: [] };
      if (!refused) return { attempt: { ...attempt, rest: true }, revived: [] };
      const revived = [...run.values()].flat().filter((one) => one !== id);
      for (const given of run.values()) given.length = 0;
      return { attempt: { result: 'away', trouble: attempt.trouble, takesNone: true }, revived };
    },
  };
}

/** The same answer to two mails differs in numbers and queue names. */
function wordsOf(trouble: string): string {
  return trouble.replaceAll(/\S*\d{4,}\S*|\S*\d[A-Za-z]+\d\S*/g, '#');
}
