/** How an attempt to send a mail ended, with a sentence without secrets for admins where it did not work. */
export type SendResult =
  | { result: 'sent' }
  /** This mail can never be delivered: its recipient or its content is refused for good. `unclear`: it may be us, too. */
  | { result: 'refused'; reason: string; ambiguous?: true }
  /** The server wants this mail later; `rest` when it wants to be left alone altogether. */
  | { result: 'put_off'; reason: string; cooldown: boolean }
  /** The server cannot be reached, does not let us in, or `takesNone` of what we send: no mail is to blame for it. */
  | { result: 'away'; reason: string; blocksAll?: true };

interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

const UNAVAILABLE: Record<string, string> = {
  EDNS: 'The address of the mail server cannot be found.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EABORT: 'The mail server did not finish in time.',
  ABORT_ERR: 'The mail server did not finish in time.',
  ETLS: 'No encrypted connection to the mail server could be made.',
  EPROTOCOL: 'The mail server answers what no mail server answers.',
};

const UNENCRYPTED =
  'The mail server wants an encrypted connection, and SMTP_URL leads to none: use smtps:// with port 465, or smtp:// with port 587.';
const LOGIN = 'The mail server does not accept the user or the password in SMTP_URL.';
const CONNECTION_LOST = 'The connection to the mail server failed or broke off.';

/** What a failed connection says of itself. */
const CONNECTION_ERRORS: [RegExp, string][] = [
  [/ECONNREFUSED/, 'Nobody answers at the host and port in SMTP_URL.'],
  [
    /certificate|altnames|DEPTH_ZERO|UNABLE_TO_VERIFY|CERT_/i,
    'The mail server’s certificate is not one that this machine trusts: it is of its own making, run out, or for another name.',
  ],
  [
    /wrong version number|packet length too long|unknown protocol/i,
    'The mail server does not begin encrypted on this port: use smtp:// with port 587, or smtps:// with port 465.',
  ],
];

/** What an answer is about (RFC 3463). */
const ENHANCED_STATUS = /^[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})\b/;
/** Policy, security and quotas: relaying denied, an address or a domain that is blocked, as many mails as were paid for. */
const POLICY_STATUS = /^5\.(7\.\d+|4\.5|3\.2)$/;
/** Addresses and mailboxes. */
const RECIPIENT_STATUS = /^5\.[12]\./;

/** What a failed attempt means. `secrets` are taken out of what the server said: it may repeat what it was sent. */
export function toSendResult(error: unknown, secrets: readonly string[]): Exclude<SendResult, { result: 'sent' }> {
  const { code = '', command = '', response, responseCode = 0 } = (error ?? {}) as SmtpError;
  const quoted = () => quote(response, secrets);
  if (responseCode === 530 && /starttls|\b(tls|ssl)\b|encrypt/i.test(response ?? ''))
    return { result: 'away', reason: UNENCRYPTED };
  // A server that refuses the login quotes what it was given more often than not: nothing of it is shown.
  if (
    ['EAUTH', 'ENOAUTH', 'EOAUTH2'].includes(code) ||
    command.startsWith('AUTH') ||
    [530, 534, 535].includes(responseCode)
  )
    return { result: 'away', reason: LOGIN };
  if (responseCode === 421)
    return { result: 'put_off', reason: `The mail server wants to be asked later${quoted()}`, cooldown: true };
  if (command === 'MAIL FROM' && responseCode >= 500)
    return {
      result: 'away',
      reason: `The mail server does not accept the sender, MAIL_FROM${quoted()}`,
      blocksAll: true,
    };
  const enhanced = ENHANCED_STATUS.exec(response ?? '')?.[1] ?? '';
  if ((command === 'RCPT TO' || command === 'DATA') && responseCode >= 500) {
    if (POLICY_STATUS.test(enhanced))
      return { result: 'away', reason: `The mail server does not take the shop’s mail${quoted()}`, blocksAll: true };
    const reason = `The mail server does not accept ${command === 'DATA' ? 'the mail' : 'the recipient'}${quoted()}`;
    return RECIPIENT_STATUS.test(enhanced)
      ? { result: 'refused', reason }
      : { result: 'refused', reason, ambiguous: true };
  }
  // Size and envelope are looked at before anything is sent.
  if (command === 'MAIL FROM' && code === 'EMESSAGE')
    return { result: 'refused', reason: 'The mail is larger than the mail server takes.' };
  if (command === 'API' && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return { result: 'refused', reason: 'The recipient’s address cannot be written to.' };
  if (responseCode >= 400 && responseCode < 500 && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command)) {
    // Of a recipient it says 451 to newcomers (greylisting): that is one mail's matter.
    const cooldown = enhanced.startsWith('4.3.') || (command === 'MAIL FROM' && responseCode === 451);
    return { result: 'put_off', reason: `The mail server wants this mail later${quoted()}`, cooldown };
  }
  if (responseCode >= 400) return { result: 'away', reason: `The mail server does not let us in${quoted()}` };
  const words = error instanceof Error ? `${error.message} ${'code' in error ? error.code : ''}` : '';
  const known = CONNECTION_ERRORS.find(([form]) => form.test(words))?.[1];
  return { result: 'away', reason: known ?? UNAVAILABLE[code] ?? CONNECTION_LOST };
}

const MAX_QUOTE_LENGTH = 200;

/** What the server said, as the end of a sentence, without anybody's address: the sentence goes into the log, too. */
function quote(response: string | undefined, secrets: readonly string[]): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
  const plain = (response ?? '').replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  const line = plain.replaceAll(/[^\s<>()[\]:;,"]+@[^\s<>()[\]:;,"]+/g, '…');
  if (!line || secrets.some((secret) => line.includes(secret))) return '.';
  return `: “${line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH)}…` : line}”`;
}
