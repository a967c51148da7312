import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { objectBody, statusAndCode, type TestTool } from './order-helpers.ts';

interface PreviewRow {
  _id: string;
  version: number;
  result: string;
  before: Record<string, unknown>;
  after: Record<string, unknown> | null;
  reason: string | null;
}

export interface Preview {
  changed: number;
  unchanged: number;
  refused: number;
  rows: PreviewRow[];
}

/** Creates functions for the API calls of bulk changes as this admin. */
export function createBulkCalls(shop: TestShop, admin: TestUser) {
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    shop.call('POST', path, { token: admin.token, body, headers });
  const idsOf = (tools: readonly TestTool[]) => tools.map(({ id }) => id);
  const send = (change: object, tools: readonly { _id: string; version: number }[], key?: string) =>
    post(
      '/bulk-changes',
      { change, tools: tools.map(({ _id, version }) => ({ _id, version })) },
      key ? { 'idempotency-key': key } : {},
    );
  const requestPreview = (change: object, tools: readonly TestTool[]) =>
    post('/bulk-changes/preview', { change, ids: idsOf(tools) });
  const preview = async (change: object, tools: readonly TestTool[]): Promise<Preview> =>
    objectBody(await requestPreview(change, tools)) as unknown as Preview;
  return {
    post,
    send,
    requestPreview,
    preview,
    /** Previews a change, makes it, and returns its id. */
    async make(change: object, tools: readonly TestTool[]): Promise<string> {
      const made = await send(change, (await preview(change, tools)).rows);
      if (made.status !== 201) throw new Error(`bulk change: ${statusAndCode(made)} ${JSON.stringify(made.body)}`);
      return String(objectBody(made).insertedId);
    },
    undo: (id: string) => post(`/bulk-changes/${id}/undo`),
    get: async (path: string) => shop.call('GET', path, { token: admin.token }),
  };
}
