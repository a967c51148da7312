import { setImmediate as nextTurn } from 'node:timers/promises';
import { createAccount, getSignUpDetails, lockAccount } from '#src/features/identity/account.server.ts';
import {
  type AccountRequest,
  claimAccountRequest,
  insertAccountRequest,
  type NewAccountRequest,
  requeueAccountRequest,
} from '#src/features/identity/account-requests.server.ts';
import { issueAccountToken, type SignUpDetails } from '#src/features/identity/account-tokens.server.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';

type Parts = Pick<AppContext, 'db' | 'publicUrl' | 'delivery' | 'log'> & {
  /** Where newcomers confirm first, every link asks for the password it was sent for. */
  signUp: 'at_once' | 'confirmed';
  limits: RateLimits;
};

/** Where what must not be answered by what it finds is asked for: first written down, then answered, then looked at. */
export interface AccountRequestQueue {
  add(request: NewAccountRequest): Promise<void>;
  /** Looks at all that wait. How many. */
  run(): Promise<number>;
  /** Settles when what was asked for so far has been looked at. */
  idle(): Promise<void>;
}

export function createAccountRequestQueue(parts: Parts): AccountRequestQueue {
  let working: Promise<unknown> = Promise.resolve();
  return {
    async add(request) {
      await insertAccountRequest(parts.db, request);
      // Its answer goes first.
      working = working.then(() => nextTurn()).then(() => runAccountRequests(parts));
    },
    run: () => runAccountRequests(parts),
    async idle() {
      await working;
    },
  };
}

/** Sends the mail with the link that confirms an address; one that carries `details` asks for their password. */
export async function sendConfirmation(
  tx: Queryable,
  { publicUrl, delivery }: Pick<AppContext, 'publicUrl' | 'delivery'>,
  account: { id: string; email: string },
  details?: SignUpDetails,
  otherwise?: SignUpDetails | null,
): Promise<void> {
  const token = await issueAccountToken(tx, account.id, 'confirm', details, otherwise);
  const data = { url: `${publicUrl}/confirmEmail/${token}` };
  await queueMail(tx, delivery, { kind: 'confirm_email', data, recipient: account.email });
}

/** Looks at what was asked for, one after the other; stops at the first that fails, which is tried again later. */
async function runAccountRequests(parts: Parts): Promise<number> {
  const { db, log } = parts;
  let done = 0;
  for (;;) {
    let current: AccountRequest | null = null;
    try {
      const found = await db.transaction(async (tx) => {
        current = await claimAccountRequest(tx);
        if (!current) return false;
        await runRequest(tx, parts, current);
        return true;
      });
      if (!found) return done;
      done += 1;
    } catch (error) {
      log.warn({ err: error }, 'what was asked of the identity service waits for the next round');
      const failed = current as AccountRequest | null;
      if (failed) await requeueAccountRequest(db, failed.id).catch(() => {});
      return done;
    }
  }
}

async function runRequest(tx: Queryable, parts: Parts, request: AccountRequest): Promise<void> {
  const { publicUrl, delivery } = parts;
  const { kind, email, displayName, passwordHash, attempts } = request;
  // One too many for this mailbox: its newest link stays good, which a new one would end. Counted once, however often
  // it has to be tried.
  if (attempts === 0 && (await parts.limits.consume('mail', email))) return;
  let account = await lockAccount(tx, email);
  const details = displayName && passwordHash ? { displayName, passwordHash } : undefined;
  if (kind === 'sign_up' && details && !account) {
    const id = await createAccount(tx, email, details);
    if (id) return sendConfirmation(tx, parts, { id, email }, details);
    account = await lockAccount(tx, email);
  }
  if (!account) return;
  if (kind === 'reset') {
    const token = await issueAccountToken(tx, account.id, 'reset');
    const data = { url: `${publicUrl}/resetPassword/${token}` };
    return queueMail(tx, delivery, { kind: 'reset_password', data, recipient: account.email });
  }
  if (!account.confirmed) {
    const otherwise = parts.signUp === 'confirmed' ? await getSignUpDetails(tx, account.id) : null;
    return sendConfirmation(tx, parts, account, details, otherwise);
  }
  if (kind === 'sign_up') await queueMail(tx, delivery, { kind: 'account_exists', data: {}, recipient: account.email });
}
