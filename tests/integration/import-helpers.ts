import { setTimeout as pause } from 'node:timers/promises';
import type { Import } from '#src/features/imports/contract.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import type { ApiResponse } from './order-helpers.ts';

/** Uploads a file as a browser would. */
export function upload(
  shop: TestShop,
  { token }: Pick<TestUser, 'token'>,
  file: string | Uint8Array<ArrayBuffer>,
  name = 'tools.csv',
): Promise<ApiResponse> {
  const body = new FormData();
  body.append('file', new File([file], name, { type: 'text/csv' }));
  return shop.call('POST', '/imports', { token, body });
}

/** Uploads a file and runs the check. */
export async function checkFile(
  shop: TestShop,
  admin: TestUser,
  file: string | Uint8Array<ArrayBuffer>,
): Promise<Import> {
  const { status, body } = await upload(shop, admin, file);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return runImport(shop, admin, (body as { insertedId: string }).insertedId);
}

/** Returns the row of a tool with the name of its category, or undefined. */
export async function readToolBySku({ database }: TestShop, sku: string) {
  const { rows } = await database.pool.query(
    'select t.*, c.name as category from tools t left join categories c on c.id = t.category_id where sku = $1',
    [sku],
  );
  return rows[0];
}

export async function readImport(shop: TestShop, { token }: TestUser, id: string): Promise<Import> {
  return (await shop.call('GET', `/imports/${id}`, { token })).body as Import;
}

/** Checks, confirms and writes a file. */
export async function importFile(shop: TestShop, admin: TestUser, file: string): Promise<Import> {
  const checked = await checkFile(shop, admin, file);
  const { status, body } = await shop.call('POST', `/imports/${checked._id}/confirm`, { token: admin.token });
  if (status !== 200) throw new Error(JSON.stringify({ body, checked }));
  return runImport(shop, admin, checked._id);
}

/** On a busy machine, a run can exceed a time limit. The import then waits for its next run, as in the shop. */
async function runImport(shop: TestShop, admin: TestUser, id: string): Promise<Import> {
  for (;;) {
    await shop.workers.get('imports').run();
    const read = await readImport(shop, admin, id);
    if (read.state !== 'checking' && read.state !== 'importing') return read;
    await pause(500);
  }
}
