import { MAIL_ENTRIES, MAIL_KINDS, type MailKind } from './mail-kinds.ts';

/**
 * The states of a mail. `waiting`: sent as soon as it is due. `stored`: written without a configured mail server, and
 * sent only when an admin asks for it. `failed`: given up.
 */
export const MAIL_STATES = ['waiting', 'sent', 'stored', 'failed'] as const;

export type MailState = (typeof MAIL_STATES)[number];

const LINKS = MAIL_KINDS.map((kind) => [kind, MAIL_ENTRIES[kind].links ?? {}] as const);

/** The parts of an email's data that are links for its recipient alone. */
export const SECRET_LINKS: readonly string[] = [...new Set(LINKS.flatMap(([, links]) => Object.keys(links)))];

/** The kinds of emails with an expiring link, and for how many hours it works. */
export const EXPIRING_LINKS: readonly (readonly [MailKind, number])[] = LINKS.flatMap(([kind, links]) => {
  const hours = Object.values(links).filter((each) => each !== null);
  return hours.length > 0 ? [[kind, Math.min(...hours)] as const] : [];
});

const LINK_TTL_HOURS = new Map(EXPIRING_LINKS);

/** When the link in a mail of this kind expires, in ms since 1970. Infinity without a link that does. */
export function linkExpiresAt(kind: MailKind, createdAt: Date): number {
  return createdAt.getTime() + (LINK_TTL_HOURS.get(kind) ?? Number.POSITIVE_INFINITY) * 3_600_000;
}

/** Replaces a link in the outbox that the reader must not see. */
export const HIDDEN_LINK = 'hidden';

interface MailContent {
  kind: MailKind;
  data: object | null;
  text: string | null;
}

/** An email's data without the links that only its recipient may use. */
export function withoutSecretLinks(data: object): object {
  return replaceSecretLinks(data, null);
}

/** Whether a mail still holds a link that only its recipient may use. */
export function hasSecretLinks({ kind, data, text }: MailContent): boolean {
  // A mail from before templates existed, whose text is stored.
  if (!data) return MAIL_ENTRIES[kind].links !== undefined && /https?:\/\//.test(text ?? '');
  return Object.entries(data).some(([name, value]) => SECRET_LINKS.includes(name) && value !== null);
}

/** The mail as shown to somebody who must not have its links. */
export function hideSecretLinks<T extends MailContent>(mail: T): T {
  if (!hasSecretLinks(mail)) return mail;
  const { data, text } = mail;
  return {
    ...mail,
    data: data && replaceSecretLinks(data, HIDDEN_LINK),
    text: data ? text : (text?.replaceAll(/https?:\/\/\S+/g, '[link hidden]') ?? null),
  };
}

function replaceSecretLinks(data: object, link: null | typeof HIDDEN_LINK): object {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, SECRET_LINKS.includes(name) ? value && link : value]),
  );
}
