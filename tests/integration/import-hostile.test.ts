import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteOldImports } from '#src/flows/imports/delete-old-imports.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { checkFile, readImport, upload } from './import-helpers.ts';
import { objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))),
  );
const HEAD = 'SKU,Name,Price,MOQ\n';

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
});
afterAll(() => shop.close());

describe('an upload is rejected with its row or byte and what to do,', () => {
  test.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['that is an Excel workbook or a zip bomb', bytes([0x50, 0x4b, 3, 4], 'xl/workbook.xml'), 'save the sheet as CSV'],
    ['that is compressed', new Uint8Array(gzipSync(HEAD)), 'compressed file'],
    ['that is binary', bytes(HEAD, 'A', [0, 1, 2]), 'zero at byte 21'],
    ['that is broken UTF-8', bytes('SKU,Name\nÄ-1,Säge ', [0xc3], '(x\n'), 'byte 21 is not part of a character'],
    [
      'that has the byte order mark of UTF-8, but is not UTF-8',
      bytes([0xef, 0xbb, 0xbf], 'SKU\n', [0xff]),
      'byte 8 is not part of a character',
    ],
    ['that ends within a character', bytes('SKU,Nam\nÄ,', [0xe2, 0x82]), 'byte 12 is not part of a character'],
    ['in half a character of UTF-16', bytes([0xff, 0xfe, 0x53, 0, 0x4b]), 'byte 5'],
    ['with half a pair of UTF-16', bytes([0xff, 0xfe, 0x53, 0, 0, 0xd8, 0x4b, 0]), 'byte 5 is not part of a character'],
    ['that ends in half a pair of UTF-16', bytes([0xff, 0xfe, 0x53, 0, 0, 0xd8]), 'byte 5 is not part of a character'],
    ['that is empty', bytes(), 'empty'],
  ])('%s', async (_name, file, sentence) => {
    const response = await upload(shop, admin, file);
    expect(statusAndCode(response)).toBe('422 invalid');
    expect(objectBody(response).errors).toEqual({ file: expect.stringContaining(sentence) });
    expect(await shop.sql`select from imports`).toEqual([]);
    expect(await shop.sql`select from import_pieces`).toEqual([]);
  });

  test('that is one endless line, after a quarter of a megabyte', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = sent === 0 ? part('file', `${HEAD}A,`) : 'x'.repeat(65_536);
        sent += piece.length;
        controller.enqueue(Buffer.from(piece));
      },
    });
    const response = await post(endless);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('Row 2 is longer than 262,144 bytes (byte 262,164)');
    // No more is sent than fits into the buffers on the way.
    expect(sent).toBeLessThan(2_000_000);
  });

  test('that has more rows than can be imported, before all of them have arrived', async () => {
    let sent = 0;
    const lines = 'A,\n'.repeat(50_000);
    const many = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(Buffer.from(sent === 0 ? part('file', HEAD) : lines));
        sent += 1;
      },
    });
    const response = await post(many);
    expect(await response.text()).toContain('more than 1,000,000 rows');
    expect(sent).toBeLessThan(40);
  });

  test('that stops halfway, and leaves nothing behind', async () => {
    let sent = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent === 10) return controller.error(new Error('gone'));
        controller.enqueue(Buffer.from(sent === 1 ? part('file', HEAD) : `A-${sent},${'x'.repeat(60_000)},1,1\n`));
      },
    });
    expect((await post(broken)).status).toBeGreaterThanOrEqual(400);
    expect(await shop.sql`select from imports`).toEqual([]);
    expect(await shop.sql`select from import_pieces`).toEqual([]);
  });

  test('that is not a form, or has no file', async () => {
    const json = await shop.call('POST', '/imports', { token: admin.token, body: { file: 'SKU' } });
    expect(objectBody(json).errors).toEqual({ file: expect.stringContaining('Please choose a CSV file') });
    const other = new FormData();
    other.append('other', new File(['SKU'], 'x.csv'));
    expect(statusAndCode(await shop.call('POST', '/imports', { token: admin.token, body: other }))).toBe('422 invalid');
  });

  test.each([
    ['whose only part is cut off', (content: string) => content, 'b'],
    ['whose second part is cut off', (content: string) => `${content}\r\n${part('other', 'SKU')}`, 'b'],
    ['that ends before its first part', () => '', 'b'],
    ['without a boundary', (content: string) => content, ''],
    ['with an endless boundary', (content: string) => content, 'b'.repeat(5_000)],
  ])('%s, and the shop keeps running', async (_name, toBody, boundary) => {
    const whole = new Blob([toBody(part('file', `${HEAD}Z-1,Rasp,1,1`))]).stream();
    const response = await post(whole, boundary);
    const { errors } = (await response.json()) as { errors?: unknown };
    expect([response.status, errors]).toEqual([422, { file: expect.stringMatching(/\. Please |Please choose/) }]);
    expect(await shop.sql`select from imports`).toEqual([]);
  });

  const part = (name: string, content: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"; filename="x.csv"\r\ncontent-type: text/csv\r\n\r\n${content}`;

  async function post(body: ReadableStream<Uint8Array>, boundary = 'b'): Promise<Response> {
    return shop.app.request(`${shop.origin}/api/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
      duplex: 'half',
    } as RequestInit);
  }
});

describe('a file fails with its row', () => {
  test.each([
    ['that has 10,000 columns', `${'a,'.repeat(9_999)}b\n1\n`, 'Row 1 has 10,000 columns. At most 200'],
    ['whose quote is never closed', `${HEAD}A,"Rasp,1,1\nB,Saw,1,1\n`, 'Row 2 begins a quoted cell that never ends'],
    [
      'whose row of many lines is too long',
      `${HEAD}A,Rasp,1,1\nB,"${'line\n'.repeat(60_000)}",1,1\n`,
      'Row 3 is longer than 262,144',
    ],
    ['that has no product', HEAD, 'The file has no product rows'],
  ])('%s', async (_name, file, sentence) => {
    expect(await checkFile(shop, admin, file)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining(sentence),
    });
  });

  test('that has emojis at every position where a preview truncates text', async () => {
    const at = (place: number) => `${'x'.repeat(place - 1)}🔨${'y'.repeat(400)}`;
    const checked = await checkFile(
      shop,
      admin,
      [
        `SKU,Name,Price,MOQ,About,Specification,Pictures,${at(100)}`,
        `A-1,Rasp,1,1,${at(299)},${at(60)},,${at(100)}`,
        `A-2,${at(200)},${at(200)},1,${at(300)},,https://example.com/${at(80)},`,
        `${at(100)},Saw,1,1,,,,`,
      ].join('\n'),
    );
    expect(checked).toMatchObject({ state: 'ready', rows: 3, faultRows: 3 });
    expect(checked.columns.at(-1)?.name).toBe('x'.repeat(99));
  });

  test.each([
    [
      'windows-1252',
      'SKU,Name,Price,MOQ\nE-1,S\u00e4ge,5,1\n',
      'latin1',
      'utf-8',
      'byte 25 is not part of a character',
    ],
    ['utf-16le', '\ufeffSKU,Name,Price,MOQ\nE-2,Saw,5,1\n', 'utf16le', 'windows-1252', 'byte 4 is a zero'],
    ['utf-8', 'SKU,Name,Price,MOQ\nE-3,S\u00e4ge,5,1\n', 'utf8', 'utf-16be', 'byte 33 is not part of a character'],
  ] as const)(
    'that is in %s but declared as another encoding, until that is corrected',
    async (right, text, written, wrong, sentence) => {
      const { _id } = await checkFile(shop, admin, new Uint8Array(Buffer.from(text, written)));
      const map = async (encoding: string) => {
        await shop.call('PUT', `/imports/${_id}/mapping`, { token: admin.token, body: { encoding } });
        await shop.workers.get('imports').run();
        return readImport(shop, admin, _id);
      };
      const failed = await map(wrong);
      expect(failed).toMatchObject({ state: 'failed', columns: [], format: { encoding: wrong, separator: ',' } });
      expect(failed.reason).toContain(sentence);
      expect(await map(right)).toMatchObject({ state: 'ready', creates: 1, format: { encoding: right } });
    },
  );

  test('at its start, and says how it was read', async () => {
    expect(await checkFile(shop, admin, 'SKU,Name,"Price\nA-1,Rasp,1\n')).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('Row 1 begins a quoted cell that never ends'),
      columns: [],
      format: { encoding: 'utf-8' },
    });
  });

  test('whose SKU, GTIN or address is too long for an index, and is imported without that row', async () => {
    // Random text, since compressible text would fit.
    const long = randomBytes(3_000).toString('hex');
    const checked = await checkFile(
      shop,
      admin,
      `SKU,Name,Price,MOQ,GTIN,Address of its page\n${long},A,1,1,,\n,B,1,1,${long},\nK-3,C,1,1,,${long}\nK-4,D,1,1,,\n`,
    );
    expect(checked).toMatchObject({ state: 'ready', rows: 4, creates: 1, faultRows: 3, faultCount: 3 });
    expect(checked.faults).toMatchObject(
      ['SKU', 'GTIN', 'Address of its page'].map((column, at) => ({
        row: at + 2,
        column,
        value: long.slice(0, 200),
        reason: expect.stringContaining('at most 100 characters'),
      })),
    );
  });

  test('formulas in cells are text, and files that are not exports keep their apostrophes', async () => {
    const { _id } = await checkFile(shop, admin, `${HEAD}A-1,"=cmd|' /C calc'!A0",1,1\nA-2,'@SUM(1),1,1\n`);
    const rows = (await shop.call('GET', `/imports/${_id}/rows?result=create`, { token: admin.token })).body;
    expect(rows).toMatchObject([{ itemName: "=cmd|' /C calc'!A0" }, { itemName: '@SUM(1)' }]);
    const itemNames = async (head: string) => {
      const { _id: id } = await checkFile(shop, admin, `${head}A-1,"Pin 5;'-10",1,1\n`);
      const found = (await shop.call('GET', `/imports/${id}/rows?result=create`, { token: admin.token })).body;
      return (found as { itemName: string }[]).map(({ itemName }) => itemName);
    };
    expect(await itemNames(HEAD)).toEqual(['Pin 5;-10']);
    // This file was not exported by the shop.
    expect(await itemNames(HEAD.replace('Name', 'Title'))).toEqual(["Pin 5;'-10"]);
  });
});

/** Uploads `begin` at first, and the rest when `finish` is called. */
function uploadSlowly(begin: string): { response: Promise<Response>; finish: (end: string) => void } {
  let finish = (_end: string) => {};
  const slow = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(
        Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n${begin}`),
      );
      finish = (end) => {
        controller.enqueue(Buffer.from(`${end}\r\n--b--\r\n`));
        controller.close();
      };
    },
  });
  const response = shop.app.request(`${shop.origin}/api/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: slow,
    duplex: 'half',
  } as RequestInit);
  return { response: Promise.resolve(response), finish };
}

test('while one file of an admin arrives, the admin’s next one waits', async () => {
  const { response, finish } = uploadSlowly('SKU,Price\n');
  await expect.poll(async () => (await shop.sql`select from imports where state = 'uploading'`).length).toBe(1);
  expect(statusAndCode(await upload(shop, admin, 'SKU,Price\nB,1\n'))).toBe('503 busy');
  finish('A,1\n');
  expect((await response).status).toBe(201);
  expect((await upload(shop, admin, 'SKU,Price\nB,1\n')).status).toBe(201);
});

test('an upload may take hours as long as pieces arrive, and is deleted an hour after the last one', async () => {
  const { db } = shop.database;
  const { response, finish } = uploadSlowly(`SKU,Name\n${`A,${'x'.repeat(98)}\n`.repeat(3_000)}`);
  await expect
    .poll(
      async () =>
        (await shop.sql`select from import_pieces p join imports i on i.id = import_id where state = 'uploading'`)
          .length,
    )
    .toBe(1);
  await shop.sql`update imports set made_at = now() - interval '2 hours' where state = 'uploading'`;
  await deleteOldImports(db);
  finish('');
  const { insertedId } = (await (await response).json()) as { insertedId: string };
  expect((await shop.call('GET', `/imports/${insertedId}`, { token: admin.token })).status).toBe(200);
  await shop.sql`insert into imports (id, state, file_name, made_by, made_at, claimed_until)
    values (repeat('b', 24), 'uploading', 'x.csv', 'ada@example.com', now() - interval '2 hours', now() - interval '1 second')`;
  await deleteOldImports(db);
  expect(await shop.sql`select from imports where state = 'uploading'`).toEqual([]);
});
