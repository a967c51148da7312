import { action as requestAction } from '#src/routes/stock-alert.tsx';
import { action as confirmAction } from '#src/routes/stock-alert-confirm.tsx';
import { action as endAction } from '#src/routes/stock-alert-end.tsx';
import type { TestShop } from '#tests/support/shop.ts';
import { createActionArgs, type PostedForm, postForm } from './form-helpers.ts';
import { getEmailTexts } from './mail-helpers.ts';
import { createTool, type TestTool } from './order-helpers.ts';

type More = Parameters<typeof postForm>[3];

/** Creates a tool whose stock is below its minimum order of ten pieces. */
export function createSoldOutTool(shop: TestShop, parts: Parameters<typeof createTool>[1] = {}): Promise<TestTool> {
  return createTool(shop, { quantity: 9, ...parts });
}

/** Submits the form that requests an alert. */
export async function requestAlert(
  shop: TestShop,
  tool: Pick<TestTool, 'id'>,
  fields: Record<string, string>,
  more: More = {},
): Promise<PostedForm> {
  // The form's address contains its tool.
  const url = new URL(`${shop.origin}/alerts/new?tool=${tool.id}`);
  const action = (args: object) => requestAction({ ...args, url } as never);
  return postForm(shop, action as never, fields, more);
}

/** Returns the tokens in the newest email of a kind to this address, or '' for a missing one. */
export async function newestAlertLinks(shop: TestShop, kind: 'stock_alert_confirm' | 'stock_alert', email: string) {
  const [text = ''] = await getEmailTexts(shop, kind, email);
  return {
    confirm: /\/alerts\/confirm\/([\w-]+)/.exec(text)?.[1] ?? '',
    end: /\/alerts\/end\/([\w-]+)/.exec(text)?.[1] ?? '',
  };
}

export const pressConfirm = (shop: TestShop, token: string) =>
  postForm(shop, confirmAction as never, {}, { params: { token } });
export const pressEnd = (shop: TestShop, token: string, fields: Record<string, string> = {}) =>
  postForm(shop, endAction as never, fields, { params: { token } });

/** Requests an alert for an address, confirms it, and returns the token that ends it. */
export async function waitFor(shop: TestShop, tool: Pick<TestTool, 'id'>, email: string): Promise<string> {
  await requestAlert(shop, tool, { email });
  const { confirm, end } = await newestAlertLinks(shop, 'stock_alert_confirm', email);
  const { location } = await pressConfirm(shop, confirm);
  if (location !== '/alerts/confirmed') throw new Error('the alert was not confirmed');
  return end;
}

/** Returns the addresses that were notified that a tool is back, with one entry per email. */
export async function listTold(shop: TestShop, emails: readonly string[]): Promise<string[]> {
  const rows = await shop.sql<{ recipient: string }>`select recipient from mails where kind = 'stock_alert'
    and recipient = any(${emails}) order by 1`;
  return rows.map(({ recipient }) => recipient);
}

export async function getAlertState(shop: TestShop, tool: Pick<TestTool, 'id'>, email: string): Promise<string | null> {
  const rows = await shop.sql<{
    state: string;
  }>`select state from stock_alerts where tool_id = ${tool.id} and email = ${email}
    order by created_at desc, id limit 1`;
  return rows[0]?.state ?? null;
}

/** Returns the status and state of the page behind a link. */
export async function openLink(
  shop: TestShop,
  loader: (args: never) => Promise<{ data: { state: string }; init: ResponseInit | null }>,
  token: string,
): Promise<string> {
  const request = new Request(`${shop.origin}/alerts`);
  const { data, init } = await loader(createActionArgs(shop, request, { params: { token } }) as never);
  return `${init?.status ?? 200} ${data.state}`;
}
