import { setImmediate as nextTurn } from 'node:timers/promises';
import { createAccount, lockAccount } from '#src/features/identity/account.server.ts';
import { makeLink, type SignUpDetails } from '#src/features/identity/links.server.ts';
import {
  type IdentityRequest,
  type NewIdentityRequest,
  putBack,
  takeRequest,
  writeRequest,
} from '#src/features/identity/requests.server.ts';
import { accountExistsLetter, confirmEmailLetter, resetPasswordLetter } from '#src/features/mail/letters.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import type { Shop } from './shop.server.ts';

type Parts = Pick<Shop, 'db' | 'publicUrl' | 'log'>;

/** Where what must not be answered by what it finds is asked for: first written down, then answered, then looked at. */
export interface IdentityDesk {
  ask(request: NewIdentityRequest): Promise<void>;
  /** Looks at all that wait. How many. */
  work(): Promise<number>;
  /** Settles when what was asked for so far has been looked at. */
  settled(): Promise<void>;
}

export function createIdentityDesk(parts: Parts): IdentityDesk {
  let working: Promise<unknown> = Promise.resolve();
  return {
    async ask(request) {
      await writeRequest(parts.db, request);
      // Its answer goes first.
      working = working.then(() => nextTurn()).then(() => answerIdentityRequests(parts));
    },
    work: () => answerIdentityRequests(parts),
    async settled() {
      await working;
    },
  };
}

/** Sends the mail with the link that confirms an address. */
export async function sendConfirmation(
  tx: Queryable,
  publicUrl: string,
  account: { id: string; email: string },
  details?: SignUpDetails,
): Promise<void> {
  const token = await makeLink(tx, account.id, 'confirm', details);
  const letter = confirmEmailLetter(`${publicUrl}/confirmEmail/${token}`);
  await queueMail(tx, { kind: 'confirm_email', recipient: account.email, ...letter });
}

/** Looks at what was asked for, one after the other; stops at the first that fails, which is tried again later. */
async function answerIdentityRequests({ db, publicUrl, log }: Parts): Promise<number> {
  let done = 0;
  for (;;) {
    let current: IdentityRequest | null = null;
    try {
      const found = await db.transaction(async (tx) => {
        current = await takeRequest(tx);
        if (!current) return false;
        await answerRequest(tx, publicUrl, current);
        return true;
      });
      if (!found) return done;
      done += 1;
    } catch (error) {
      log.warn({ err: error }, 'what was asked of the identity service waits for the next round');
      const failed = current as IdentityRequest | null;
      if (failed) await putBack(db, failed.id).catch(() => {});
      return done;
    }
  }
}

async function answerRequest(tx: Queryable, publicUrl: string, request: IdentityRequest): Promise<void> {
  const { kind, email, displayName, passwordHash } = request;
  let account = await lockAccount(tx, email);
  const details = displayName && passwordHash ? { displayName, passwordHash } : undefined;
  if (kind === 'sign_up' && details && !account) {
    const id = await createAccount(tx, email, details);
    if (id) return sendConfirmation(tx, publicUrl, { id, email });
    account = await lockAccount(tx, email);
  }
  if (!account) return;
  if (kind === 'reset') {
    const token = await makeLink(tx, account.id, 'reset');
    const letter = resetPasswordLetter(`${publicUrl}/resetPassword/${token}`);
    return queueMail(tx, { kind: 'reset_password', recipient: account.email, ...letter });
  }
  if (!account.confirmed) return sendConfirmation(tx, publicUrl, account, details);
  if (kind === 'sign_up')
    await queueMail(tx, { kind: 'account_exists', recipient: account.email, ...accountExistsLetter(publicUrl) });
}
