/** What is known of a VAT ID. Frozen in a purchase whose tax depends on it. */
export interface VatCheck {
  vatId: string;
  /**
   * `unverified`: the register did not answer. `refused`: this buyer has asked too often or too much at once. `unasked`:
   * nobody is signed in, so nobody was asked. Only estimates have it.
   */
  state: 'valid' | 'invalid' | 'unverified' | 'refused' | 'unasked';
  /** When the register answered, in ISO 8601; null if it did not. */
  checkedAt: string | null;
  /** The proof that it was asked. Empty if there is none. */
  consultationNumber: string;
}

const DAY_MS = 86_400_000;

/** A registration rarely ends; one that was missing yesterday may be there today. */
const KEPT_MS = { valid: 30 * DAY_MS, invalid: DAY_MS };

/** Whether an answer still counts, or the register has to be asked again. */
export function isFresh(isValid: boolean, checkedAt: Date, now = Date.now()): boolean {
  return now - checkedAt.getTime() < KEPT_MS[isValid ? 'valid' : 'invalid'];
}

/** How long nobody asks again after the register did not answer, in seconds. */
export const PAUSE_S = 30;

/** Answers are deleted once nobody has asked for this long, in days. */
export const FORGOTTEN_AFTER_DAYS = 60;
