/** How an attempt to send a mail ended, with a sentence without secrets for admins where it did not work. */
export type Attempt =
  | { result: 'sent' }
  /** This mail can never be delivered: its recipient or its content is refused for good. */
  | { result: 'refused'; trouble: string }
  /** The server wants this mail later; `rest` when it wants to be left alone altogether. */
  | { result: 'put_off'; trouble: string; rest: boolean }
  /** The server cannot be reached or does not let us in, which has nothing to do with the mail. */
  | { result: 'away'; trouble: string; sender?: true };

interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

const AWAY: Record<string, string> = {
  EDNS: 'The address of the mail server cannot be found.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EABORT: 'The mail server did not finish in time.',
  ABORT_ERR: 'The mail server did not finish in time.',
  ETLS: 'No encrypted connection to the mail server could be made.',
  EPROTOCOL: 'The mail server answers what no mail server answers.',
};

const LOGIN = 'The mail server does not accept the user or the password in SMTP_URL.';
const LOST = 'The connection to the mail server failed or broke off.';

/** What a failed attempt means. `secrets` are taken out of what the server said: it may repeat what it was sent. */
export function attemptOf(error: unknown, secrets: readonly string[]): Exclude<Attempt, { result: 'sent' }> {
  const { code = '', command = '', response, responseCode = 0 } = (error ?? {}) as SmtpError;
  const said = () => quote(response, secrets);
  // A server that refuses the login quotes what it was given more often than not: nothing of it is shown.
  if (
    ['EAUTH', 'ENOAUTH', 'EOAUTH2'].includes(code) ||
    command.startsWith('AUTH') ||
    [530, 534, 535].includes(responseCode)
  )
    return { result: 'away', trouble: LOGIN };
  if (responseCode === 421)
    return { result: 'put_off', trouble: `The mail server wants to be asked later${said()}`, rest: true };
  if (command === 'MAIL FROM' && responseCode >= 500)
    return { result: 'away', trouble: `The mail server does not accept the sender, MAIL_FROM${said()}`, sender: true };
  if ((command === 'RCPT TO' || command === 'DATA') && responseCode >= 500) {
    const what = command === 'DATA' ? 'the mail' : 'the recipient';
    return { result: 'refused', trouble: `The mail server does not accept ${what}${said()}` };
  }
  // Size and envelope are looked at before anything is sent.
  if (command === 'MAIL FROM' && code === 'EMESSAGE')
    return { result: 'refused', trouble: 'The mail is larger than the mail server takes.' };
  if (command === 'API' && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return { result: 'refused', trouble: 'The recipient’s address cannot be written to.' };
  if (responseCode >= 400 && responseCode < 500 && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command))
    return { result: 'put_off', trouble: `The mail server wants this mail later${said()}`, rest: responseCode === 451 };
  if (responseCode >= 400) return { result: 'away', trouble: `The mail server does not let us in${said()}` };
  return { result: 'away', trouble: AWAY[code] ?? LOST };
}

const LONGEST_QUOTE = 200;

/** What the server said, as the end of a sentence, without anybody's address: the sentence goes into the log, too. */
function quote(response: string | undefined, secrets: readonly string[]): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
  const plain = (response ?? '').replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  const line = plain.replaceAll(/[^\s<>()[\]:;,"]+@[^\s<>()[\]:;,"]+/g, '…');
  if (!line || secrets.some((secret) => line.includes(secret))) return '.';
  return `: “${line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line}”`;
}
