import type { HostedTax, TaxQuestion } from '#src/shared/totals/hosted-tax.ts';
import type { GuardedTaxCalculator } from './guarded-tax-calculator.server.ts';

/** A calculator that remembers its answers for a while, since a buyer asks for the same several times before ordering. */
export interface RememberedTax {
  /** The answer that is known or on its way; null if the service would have to be asked. */
  recall(question: TaxQuestion, day: string): Promise<HostedTax> | null;
  /** Asks the service. `day`: rates may change at midnight. `client`: the account or network that asks. */
  ask(question: TaxQuestion, day: string, client: string): Promise<HostedTax>;
}

const MAX_AGE_MS = 5 * 60_000;
/** With a hundred lines and three taxes each, 30 MB. */
const MAX_ENTRIES = 500;

export function rememberTax({ calculate }: GuardedTaxCalculator, now = Date.now): RememberedTax {
  const answers = new Map<string, { answer: Promise<HostedTax>; until: number }>();
  const toKey = (question: TaxQuestion, day: string) => JSON.stringify([day, question]);
  return {
    recall(question, day) {
      const known = answers.get(toKey(question, day));
      return known && now() < known.until ? known.answer : null;
    },
    ask(question, day, client) {
      const key = toKey(question, day);
      const entry = { answer: calculate(question, client), until: now() + MAX_AGE_MS };
      answers.delete(key);
      answers.set(key, entry);
      const [oldest] = answers.keys();
      if (answers.size > MAX_ENTRIES && oldest !== undefined) answers.delete(oldest);
      // No answer is nothing to remember.
      entry.answer.catch(() => {
        if (answers.get(key) === entry) answers.delete(key);
      });
      return entry.answer;
    },
  };
}
