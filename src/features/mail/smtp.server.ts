import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import { parseSender } from '#src/platform/env/mail-env.server.ts';
import { emailSchema } from '#src/shared/field-schemas.ts';
import type { RenderedMail } from './render-mail.server.ts';
import { type SendResult, toSendResult } from './smtp-errors.server.ts';

export interface OutgoingMail extends RenderedMail {
  id: string;
  recipient: string;
  subject: string;
  /**
   * The URL where the reader unsubscribes. Only mails that somebody subscribed to have it: the newsletter and stock
   * alerts.
   */
  leaveUrl?: string;
}

export interface MailServer {
  /** Sends one mail within a minute. Never throws. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<SendResult>;
  /** Connects, signs in and disconnects. Throws an `Error` with a sentence for admins. */
  probe(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** In ms. They don't stop a server that sends a word now and then; `MAX_SEND_MS` does. */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const MAX_SEND_MS = 60_000;

/** Per process. Mail servers limit connections, and some consider many of them an attack. */
export const MAX_CONNECTIONS = 2;

/** The mail server behind `SMTP_URL`. Its library is loaded on first use. */
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
        return { result: 'rejected', reason: 'The recipient’s address is not valid for email.' };
      try {
        const { mailer } = await getPool();
        await mailer.sendMail({
          // Objects, because a text could contain several addresses or a group.
          from: sender,
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          // One per mail, not per attempt, so that a duplicate can be recognized.
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
            connection.login({ user: auth.user, pass: auth.pass ?? '' } as never, (error) =>
              error ? reject(error) : resolve(),
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

/** The library's options for an SMTP URL. Parameters in the URL override these options. */
export function toPoolOptions(smtpUrl: string): SMTPPoolOptions {
  const url = new URL(smtpUrl);
  // These would make the library print what it sends, including the password.
  for (const name of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(name);
  // Requires encryption before it sends the password, unless the URL allows otherwise (`?requireTLS=false`).
  const requireTLS =
    url.protocol === 'smtp:' && url.username !== '' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return {
    url: url.href,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxMessages: 100,
    // Close idle connections before the server closes them in the middle of a mail.
    idleTimeout: 20_000,
    // The outbox retries failed attempts, because it also counts them.
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

/** The password in each form that a reply could quote: from the URL, decoded, and as login data. */
function getSecrets(url: string): string[] {
  const { username, password } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const encoded = [pass, `\0${user}\0${pass}`].map((text) => Buffer.from(text).toString('base64'));
  return pass ? [password, pass, ...encoded] : [];
}
