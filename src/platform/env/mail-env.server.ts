import * as z from 'zod';
import { checkPair, type EnvSource } from './env-source.server.ts';

export const mailKeys = z.object({
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error:
        'must be an smtp:// or smtps:// address; in its user name and password, write @ as %40, : as %3A and / as %2F',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .max(200)
    .refine((value) => SENDER.test(value), 'must be an address, such as shop@example.com or Shop <shop@example.com>')
    .optional(),
});

export type MailEnv = { kind: 'outbox' } | { kind: 'smtp'; url: string; from: string };

export function toMail({ SMTP_URL: url, MAIL_FROM: from }: z.output<typeof mailKeys>): MailEnv {
  return url && from ? { kind: 'smtp', url, from } : { kind: 'outbox' };
}

export function checkMail(source: EnvSource): string[] {
  return [...checkPair(source, 'SMTP_URL', 'MAIL_FROM'), ...checkLogin(source)];
}

/** Never repeats the password or the text around it. */
function checkLogin({ SMTP_URL: address }: EnvSource): string[] {
  if (!address || !URL.canParse(address)) return [];
  const { username, password } = new URL(address);
  try {
    decodeURIComponent(username + password);
    return [];
  } catch {
    return [
      'SMTP_URL has a % in its user name or password that does not begin a code such as %40; write a plain % as %25',
    ];
  }
}

/** `shop@example.com` or `Shop <shop@example.com>`. On one line, since it becomes a header. */
const SENDER = /^(?:(?<name>[^<>\r\n"]{1,100}) <(?<address>[^\s<>@]+@[^\s<>@]+)>|[^\s<>@]+@[^\s<>@]+)$/;

/**
 * Splits a sender into its two parts, since a name may contain characters that mean something else in a header, such as
 * a colon or comma.
 */
export function parseSender(value: string): { name: string; address: string } {
  const { name, address } = SENDER.exec(value)?.groups ?? {};
  return { name: name?.trim() ?? '', address: address ?? value };
}
