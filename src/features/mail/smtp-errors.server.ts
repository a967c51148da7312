/** The result of an attempt to send a mail. `reason` is a sentence for admins, without secrets. */
export type SendResult =
  | { result: 'sent' }
  /** Permanent: the server rejects the recipient or the content. `ambiguous`: perhaps it rejects the shop. */
  | { result: 'rejected'; reason: string; ambiguous?: true }
  /** Temporary. `cooldown`: the server wants no mail at all for a while. */
  | { result: 'deferred'; reason: string; cooldown: boolean }
  /** The server is unreachable or rejects the login. `blocksAll`: it rejects every mail of the shop. */
  | { result: 'unavailable'; reason: string; blocksAll?: true };

interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

const UNAVAILABLE: Record<string, string> = {
  EDNS: 'The mail server’s address cannot be found.',
  ETIMEDOUT: 'The mail server did not respond in time.',
  EABORT: 'The mail server did not finish in time.',
  ABORT_ERR: 'The mail server did not finish in time.',
  ETLS: 'The shop could not make an encrypted connection to the mail server.',
  EPROTOCOL: 'The mail server’s responses are not valid SMTP.',
};

const UNENCRYPTED =
  'The mail server requires an encrypted connection, but SMTP_URL does not use one. Use smtps:// with port 465, or smtp:// with port 587.';
const LOGIN = 'The mail server does not accept the user name or password in SMTP_URL.';
const CONNECTION_LOST = 'The connection to the mail server failed or was interrupted.';

/** Sentences for connection errors, by the library's messages. */
const CONNECTION_ERRORS: [RegExp, string][] = [
  [/ECONNREFUSED/, 'Nothing responds at the host and port in SMTP_URL.'],
  [
    /certificate|altnames|DEPTH_ZERO|UNABLE_TO_VERIFY|CERT_/i,
    'This machine does not trust the mail server’s certificate: it is self-signed, expired, or issued for another name.',
  ],
  [
    /wrong version number|packet length too long|unknown protocol/i,
    'The mail server does not start with encryption on this port. Use smtp:// with port 587, or smtps:// with port 465.',
  ],
];

/** The enhanced status code of a reply (RFC 3463). */
const ENHANCED_STATUS = /^[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})\b/;
/** Policy, security and quotas, such as denied relaying, a blocked domain or an exhausted contingent. */
const POLICY_STATUS = /^5\.(7\.\d+|4\.5|3\.2)$/;
/** The recipient's address or mailbox. */
const RECIPIENT_STATUS = /^5\.[12]\./;

/** Classifies a failed attempt. A reply that repeats one of the `secrets` is not quoted. */
export function toSendResult(error: unknown, secrets: readonly string[]): Exclude<SendResult, { result: 'sent' }> {
  const { code = '', command = '', response, responseCode = 0 } = (error ?? {}) as SmtpError;
  const quoted = () => quote(response, secrets);
  if (responseCode === 530 && /starttls|\b(tls|ssl)\b|encrypt/i.test(response ?? ''))
    return { result: 'unavailable', reason: UNENCRYPTED };
  // The reply to a rejected login often repeats the credentials, so it is never quoted.
  if (
    ['EAUTH', 'ENOAUTH', 'EOAUTH2'].includes(code) ||
    command.startsWith('AUTH') ||
    [530, 534, 535].includes(responseCode)
  )
    return { result: 'unavailable', reason: LOGIN };
  if (responseCode === 421)
    return { result: 'deferred', reason: `The mail server asks to try again later${quoted()}`, cooldown: true };
  if (command === 'MAIL FROM' && responseCode >= 500)
    return {
      result: 'unavailable',
      reason: `The mail server does not accept the sender, MAIL_FROM${quoted()}`,
      blocksAll: true,
    };
  const enhanced = ENHANCED_STATUS.exec(response ?? '')?.[1] ?? '';
  if ((command === 'RCPT TO' || command === 'DATA') && responseCode >= 500) {
    if (POLICY_STATUS.test(enhanced))
      return {
        result: 'unavailable',
        reason: `The mail server rejects the shop’s email${quoted()}`,
        blocksAll: true,
      };
    const reason = `The mail server does not accept ${command === 'DATA' ? 'the email' : 'the recipient'}${quoted()}`;
    return RECIPIENT_STATUS.test(enhanced)
      ? { result: 'rejected', reason }
      : { result: 'rejected', reason, ambiguous: true };
  }
  // The library checks size and envelope before it sends anything.
  if (command === 'MAIL FROM' && code === 'EMESSAGE')
    return { result: 'rejected', reason: 'The email is larger than the mail server allows.' };
  if (command === 'API' && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return { result: 'rejected', reason: 'The recipient’s address cannot receive email.' };
  if (responseCode >= 400 && responseCode < 500 && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command)) {
    // 451 for a recipient is greylisting, which concerns one mail only.
    const cooldown = enhanced.startsWith('4.3.') || (command === 'MAIL FROM' && responseCode === 451);
    return { result: 'deferred', reason: `The mail server asks to send this email later${quoted()}`, cooldown };
  }
  if (responseCode >= 400)
    return { result: 'unavailable', reason: `The mail server refuses the connection${quoted()}` };
  const words = error instanceof Error ? `${error.message} ${'code' in error ? error.code : ''}` : '';
  const known = CONNECTION_ERRORS.find(([pattern]) => pattern.test(words))?.[1];
  return { result: 'unavailable', reason: known ?? UNAVAILABLE[code] ?? CONNECTION_LOST };
}

/** Whether there is an @ between two other characters. */
function isAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at > 0 && at < word.length - 1;
}

const MAX_QUOTE_LENGTH = 200;

/** The reply as the end of a sentence. Without addresses, because the sentence is also logged. */
function quote(response: string | undefined, secrets: readonly string[]): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
  const plain = (response ?? '').replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  const line = plain.replaceAll(/[^\s<>()[\]:;,"]+/g, (word) => (isAddress(word) ? '…' : word));
  if (!line || secrets.some((secret) => line.includes(secret))) return '.';
  return `: “${line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH)}…` : line}”`;
}
