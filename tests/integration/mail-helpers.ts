import { renderMail } from '#src/features/mail/render-mail.server.ts';
import type { TestShop } from '#tests/support/shop.ts';

/** Returns the texts of all emails of a kind to this address, newest first. */
export async function getEmailTexts(shop: TestShop, kind: string, email: string): Promise<string[]> {
  await shop.workers.get('account-requests').idle();
  const rows = await shop.sql`select kind, subject, data, text from mails where kind = ${kind}
    and recipient = ${email} order by seq desc`;
  return Promise.all(rows.map(async (row) => (await renderMail(row, shop.origin, shop.context.getCompany())).text));
}

/** Returns the link token in the newest email of a kind to this address, or ''. */
export async function getLinkToken(shop: TestShop, kind: string, email: string): Promise<string> {
  const [text = ''] = await getEmailTexts(shop, kind, email);
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  return link?.startsWith(`${shop.origin}/`) ? (link.split('/').at(-1) ?? '') : '';
}
