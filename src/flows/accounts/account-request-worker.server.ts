import { createAccount, getSignUpDetails } from '#src/features/identity/account.server.ts';
import { lockAccount } from '#src/features/identity/account-ownership.server.ts';
import {
  type AccountRequest,
  claimAccountRequests,
  insertAccountRequest,
  type NewAccountRequest,
  requeueAccountRequest,
} from '#src/features/identity/account-requests.server.ts';
import { issueAccountToken, type SignUpDetails } from '#src/features/identity/account-tokens.server.ts';
import { type MailContext, queueMail } from '#src/features/mail/outbox.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import type { RateLimitName } from '#src/platform/rate-limit-rules.server.ts';
import { createWorker, type Worker } from '#src/platform/worker/worker.server.ts';
import type { WorkerMetrics } from '#src/platform/worker/worker-metrics.server.ts';

/** A request runs when it arrives. Polling finds requests that failed or whose process died. */
const POLL_MS = 15_000;

type RequestContext = Pick<
  AppContext,
  'db' | 'publicUrl' | 'limits' | 'log' | 'initialMailState' | 'notify' | 'getCompany'
> & {
  /** `confirmed`: new users first confirm their address, and the link's page asks for the new password. */
  signUp: 'at_once' | 'confirmed';
};

/** Stores a request for an address. The HTTP response is sent before the worker reads the account. */
export async function addAccountRequest(
  { db, notify }: Pick<AppContext, 'db' | 'notify'>,
  request: NewAccountRequest,
): Promise<void> {
  await insertAccountRequest(db, request);
  notify('account-requests');
}

/** Runs account requests one after another; each sends a mail. A run ends at the first failure. */
export function createAccountRequestWorker(
  context: RequestContext,
  metrics?: WorkerMetrics,
): Worker<'account-requests'> {
  const { db, log } = context;
  return createWorker({
    name: 'account-requests',
    db,
    log,
    metrics,
    claimMode: 'transaction',
    claim: claimAccountRequests,
    async run(request: AccountRequest, tx) {
      await runRequest(tx, context, request);
      return 'succeeded';
    },
    async onRollback(_db, requests, error) {
      log.warn({ err: error }, 'an account request failed and will run again');
      for (const { id } of requests) await requeueAccountRequest(db, id).catch(() => {});
    },
    pollMs: POLL_MS,
  });
}

/** Queues the mail with the confirmation link. If the link has `details`, its page asks for their password. */
export async function sendConfirmation(
  tx: Queryable,
  context: MailContext & Pick<AppContext, 'publicUrl'>,
  account: { id: string; email: string },
  details?: SignUpDetails,
  otherwise?: SignUpDetails | null,
): Promise<void> {
  const token = await issueAccountToken(tx, account.id, 'confirm', details, otherwise);
  const data = { url: `${context.publicUrl}/confirmEmail/${token}` };
  await queueMail(tx, context, { kind: 'confirm_email', data, recipient: account.email });
}

async function runRequest(tx: Queryable, context: RequestContext, request: AccountRequest): Promise<void> {
  const { kind, email, displayName, passwordHash, attempts } = request;
  // Only counts emails that are written, so that needless requests use nothing up. A retry does not count again. Beyond
  // the limit nothing changes: a new link would invalidate the newest one.
  const isWithinLimit = async (name: RateLimitName) => attempts > 0 || !(await context.limits.consume(name, email));
  let account = await lockAccount(tx, email);
  const details = displayName && passwordHash ? { displayName, passwordHash } : undefined;
  if (kind === 'sign_up' && details && !account) {
    const id = await createAccount(tx, email, details);
    if (id) {
      await isWithinLimit('confirmMail');
      return sendConfirmation(tx, context, { id, email }, details);
    }
    account = await lockAccount(tx, email);
  }
  if (!account) return;
  if (kind === 'reset') {
    if (!(await isWithinLimit('resetMail'))) return;
    const token = await issueAccountToken(tx, account.id, 'reset');
    const data = { url: `${context.publicUrl}/resetPassword/${token}` };
    return queueMail(tx, context, { kind: 'reset_password', data, recipient: account.email });
  }
  if (!account.confirmed) {
    if (!(await isWithinLimit('confirmMail'))) return;
    const otherwise = context.signUp === 'confirmed' ? await getSignUpDetails(tx, account.id) : null;
    return sendConfirmation(tx, context, account, details, otherwise);
  }
  if (kind === 'sign_up' && (await isWithinLimit('accountExistsMail')))
    await queueMail(tx, context, { kind: 'account_exists', data: {}, recipient: account.email });
}
