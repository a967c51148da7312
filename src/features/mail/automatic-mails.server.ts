import type { RateLimits } from '#src/platform/rate-limits.server.ts';

/**
 * Whether the shop may answer a form automatically: anybody can type anybody's address. Counts one email of the network
 * and one of this kind to the mailbox, each per day. A network that exceeds its limit does not use up anybody's mailbox
 * limit.
 */
export async function mayAnswerForm(
  limits: RateLimits,
  form: 'quote' | 'message' | 'newsletter' | 'stock_alert',
  { email, clientAddress }: { email: string; clientAddress: string },
): Promise<boolean> {
  if (await limits.consume('automaticMailAddress', clientAddress)) return false;
  return (await limits.consume('automaticMail', `${form}:${email}`)) === null;
}
