/** What becomes of mails that are written now, for whoever writes one. */
export interface MailDelivery {
  /** `waiting` to be sent, or `stored` for reading where no mail server is configured. */
  initialState: 'waiting' | 'stored';
  /** A mail was or is about to be committed: it is sent soon rather than at the next round. */
  notify(): void;
}
