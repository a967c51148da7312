import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import { parseSender } from '#src/platform/env/mail-env.server.ts';
import { emailSchema } from '#src/shared/field-schemas.ts';
import type { RenderedMail } from './render-mail.server.ts';
import { type SendResult, toSendResult } from './smtp-errors.server.ts';

export interface OutgoingMail extends RenderedMail {
  id: string;
  recipient: string;
  subject: string;
  /** Where a reader of a list leaves it; absent where there is no list. */
  leaveUrl?: string;
}

export interface MailServer {
  /** Hands one mail over; it takes a minute at most. Never throws. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<SendResult>;
  /** Connects, signs in and leaves again. Throws a sentence when that does not work. */
  probe(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** In ms. The last one is for a server that says a word now and then, and never ends. */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const MAX_SEND_MS = 60_000;

/** Connections of one process: a mail server counts them, and some count them as an attack. */
export const MAX_CONNECTIONS = 2;

/** The mail server behind `SMTP_URL`. Its library is loaded with the first use. */
export function createMailServer({ url, from }: { url: string; from: string }, maxSendMs = MAX_SEND_MS): MailServer {
  const secrets = getSecrets(url);
  const sender = parseSender(from);
  const domain = sender.address.split('@')[1] ?? 'localhost';
  let poolPromise: ReturnType<typeof open> | null = null;
  const getPool = () => {
    poolPromise ??= open(toPoolOptions(url));
    return poolPromise;
  };

  return {
    async send(mail, stopping) {
      if (!emailSchema.safeParse(mail.recipient).success)
        return { result: 'refused', reason: 'The recipient’s address is not one that can be written to.' };
      try {
        const { mailer } = await getPool();
        await mailer.sendMail({
          // As addresses, never as text that may hold several, or a group.
          from: sender,
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          // Of the mail, not of the attempt: who gets it twice can tell.
          messageId: `<${mail.id}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(mail.leaveUrl ? listHeaders(mail.leaveUrl) : {}),
          },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.any([AbortSignal.timeout(maxSendMs), stopping]),
        });
        return { result: 'sent' };
      } catch (error) {
        return toSendResult(error, secrets);
      }
    },
    async probe(signal) {
      const { Connection, pool } = await getPool();
      const connection = new Connection(pool.options);
      try {
        await new Promise<void>((resolve, reject) => {
          const { auth } = pool.options;
          connection.once('error', reject);
          connection.once('end', () => reject({ code: 'ECONNECTION' }));
          signal.addEventListener('abort', () => reject({ code: 'ETIMEDOUT' }), { once: true });
          connection.connect((error) => {
            if (error) return reject(error);
            if (!auth?.user || !connection.allowsAuth) return resolve();
            connection.login({ user: auth.user, pass: auth.pass ?? '' } as never, (refused) =>
              refused ? reject(refused) : resolve(),
            );
          });
        });
        connection.quit();
      } catch (error) {
        connection.on('error', () => {});
        connection.close();
        throw new Error((toSendResult(error, secrets) as { reason: string }).reason);
      }
    },
    close: () => void poolPromise?.then(({ pool }) => pool.close({ force: true })),
  };
}

async function open(options: SMTPPoolOptions) {
  const [{ createTransport }, { default: Pool }, { default: Connection }] = await Promise.all([
    import('nodemailer'),
    import('nodemailer/lib/smtp-pool'),
    import('nodemailer/lib/smtp-connection'),
  ]);
  const pool = new Pool(options);
  return { pool, mailer: createTransport(pool), Connection };
}

/** How the library is to talk to the server behind an address; what the address says in its `?` comes last. */
export function toPoolOptions(smtpUrl: string): SMTPPoolOptions {
  const url = new URL(smtpUrl);
  // The library would print what it sends, password included.
  for (const name of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(name);
  // A password never goes over a wire in clear, unless the address says so (`?requireTLS=false`).
  const requireTLS =
    url.protocol === 'smtp:' && url.username !== '' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return {
    url: url.href,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxMessages: 100,
    // Before the server does it, and in the middle of a mail.
    idleTimeout: 20_000,
    // An attempt is one attempt: whatever broke off is tried again by the queue, which writes it down.
    maxRequeues: 0,
    requireTLS,
    ...TIMEOUTS,
  };
}

function listHeaders(leaveUrl: string): Record<string, string> {
  const headers: Record<string, string> = { 'List-Unsubscribe': `<${leaveUrl}>` };
  if (leaveUrl.startsWith('https:')) headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click';
  return headers;
}

/** The password as it stands in the address, as it is, and as a login writes it. */
function getSecrets(url: string): string[] {
  const { username, password } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const encoded = [pass, `\0${user}\0${pass}`].map((text) => Buffer.from(text).toString('base64'));
  return pass ? [password, pass, ...encoded] : [];
}
