import type { RateLimits } from '#src/platform/rate-limits.server.ts';

/**
 * Whether the shop may answer a form by itself: anybody can type anybody's address. Counts one email of a network and one
 * of this kind to this mailbox, each per day. A network over its bound uses up nobody's mailbox.
 */
export async function mayAnswerForm(
  limits: RateLimits,
  form: 'quote' | 'message' | 'newsletter' | 'stock_alert',
  { email, clientAddress }: { email: string; clientAddress: string },
): Promise<boolean> {
  if (await limits.consume('automaticMailAddress', clientAddress)) return false;
  return (await limits.consume('automaticMail', `${form}:${email}`)) === null;
}
