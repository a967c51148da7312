import { randomBytes } from 'node:crypto';
import { PDFName, PDFString } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteUnusedDocumentFiles, openDocumentFile } from '#src/features/catalogue/tool/document-files.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { makePdf } from '#tests/support/pdfs.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, getToolRow, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
});
afterAll(() => checkAndClose(shop));

function upload(bytes: Uint8Array | string) {
  const form = new FormData();
  form.set('document', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], 'datasheet.pdf'));
  return shop.call('POST', '/documents', { token: admin.token, body: form });
}

async function store(bytes: Uint8Array): Promise<string> {
  const stored = await upload(bytes);
  expect(stored.status).toBe(201);
  return String(objectBody(stored).insertedId);
}

async function setDocuments(tool: TestTool, documents: unknown) {
  const { version } = await getToolRow(shop, tool.id);
  return shop.call('PATCH', `/tools/${tool.id}`, { token: admin.token, body: { documents, version } });
}

const read = async (tool: TestTool) => objectBody(await shop.call('GET', `/tools/${tool.id}`));
const fetchFile = (path: string, headers: Record<string, string> = {}) =>
  shop.app.request(`${shop.origin}${path}`, { headers });
const countFiles = async () => (await shop.sql`select count(*)::int as n from document_files`)[0].n as number;
const sentence = (response: Awaited<ReturnType<typeof upload>>) =>
  (objectBody(response).errors as Record<string, string>).document;

describe('a document of a tool', () => {
  test('is uploaded, added to the tool, and readable by everybody with identical bytes', async () => {
    const tool = await createTool(shop);
    // Larger than one chunk, and not a multiple of a chunk.
    const pdf = await makePdf((document) => {
      document.context.register(document.context.stream(randomBytes(300_001)));
    });
    const fileId = await store(pdf);
    expect((await setDocuments(tool, [{ kind: 'certificate', title: 'EU declaration, 2026', fileId }])).status).toBe(
      200,
    );
    const { documents } = await read(tool);
    const url = `/documents/${fileId}/eu-declaration-2026.pdf`;
    expect(documents).toEqual([{ kind: 'certificate', title: 'EU declaration, 2026', fileId, bytes: pdf.length, url }]);
    const file = await fetchFile(url);
    expect(file.status).toBe(200);
    expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true);
    expect(file.headers.get('content-length')).toBe(String(pdf.length));
  });

  test('is downloaded instead of shown, and runs nothing on the shop’s origin', async () => {
    const fileId = await store(await makePdf());
    const file = await fetchFile(`/documents/${fileId}/any-name.pdf`);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="any-name.pdf"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const again = await fetchFile(`/documents/${fileId}/any-name.pdf`, {
      'if-none-match': file.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  test('is read chunk by chunk, in turns with other readers', async () => {
    const pdf = await makePdf((document) => {
      document.context.register(document.context.stream(randomBytes(100_000)));
    });
    const id = await store(pdf);
    const turns: string[] = [];
    const reading = {
      run: <T>(client: string, work: () => Promise<T>) => {
        turns.push(client);
        return work();
      },
    };
    const file = await openDocumentFile(shop.database.db, id, '203.0.113.9', reading);
    expect((await new Response(file?.read()).arrayBuffer()).byteLength).toBe(pdf.length);
    expect(turns).toEqual(['203.0.113.9', '203.0.113.9']);
  });

  test.each(['/documents/nothing/a.pdf', `/documents/${'A'.repeat(24)}/a.pdf`, `/documents/${'A'.repeat(24)}/a.svg`])(
    'is not found at %s',
    async (path) => {
      expect((await fetchFile(path)).status).toBe(404);
    },
  );

  test('with a missing file is rejected at its field, and nothing is stored', async () => {
    const tool = await createTool(shop);
    const refused = await setDocuments(tool, [{ kind: 'datasheet', title: 'Gone', fileId: 'B'.repeat(24) }]);
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(objectBody(refused).errors).toEqual({
      documents: 'The file for “Gone” is no longer available. Please upload it again.',
    });
    expect((await getToolRow(shop, tool.id)).version).toBe(1);
  });

  test.each([
    ['of an unknown kind', { kind: 'script', title: 'A', fileId: 'B'.repeat(24) }],
    ['without a title', { kind: 'datasheet', title: ' ', fileId: 'B'.repeat(24) }],
    ['with a path as a file', { kind: 'datasheet', title: 'A', fileId: '../../etc/passwd' }],
  ])('%s is rejected', async (_, document) => {
    const tool = await createTool(shop);
    expect(statusAndCode(await setDocuments(tool, [document]))).toBe('422 invalid');
  });
});

describe('a PDF', () => {
  test.each([
    ['that is an image', () => Buffer.from([0x89, 0x50, 0x4e, 0x47]), /not a readable PDF/],
    ['that is HTML', () => Buffer.from('<html><script>alert(1)</script>'), /not a readable PDF/],
    ['that starts as HTML', async () => Buffer.concat([Buffer.from('<html>'), await makePdf()]), /not a readable PDF/],
    [
      'with content after its end',
      async () => Buffer.concat([await makePdf(), Buffer.from('PK\u0003\u0004')]),
      /not a readable PDF/,
    ],
    ['that is cut off', async () => (await makePdf()).subarray(0, 400), /not a readable PDF/],
    [
      'without a page',
      () => Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
      /not a readable PDF/,
    ],
    ['that runs script', () => makePdf((document) => document.addJavaScript('open', 'app.alert(1)')), /runs script/],
    [
      'that runs script, not in an object stream',
      () => makePdf((document) => document.addJavaScript('open', 'app.alert(1)'), { objectStreams: false }),
      /runs script/,
    ],
    [
      'whose script has an escaped name',
      () =>
        makePdf((document) => {
          const action = document.context.obj({});
          action.set(PDFName.of('S'), PDFName.of('Java#53cript'));
          document.catalog.set(PDFName.of('OpenAction'), action);
        }),
      /runs script/,
    ],
    [
      'that starts a program',
      () =>
        makePdf((document) => {
          const action = document.context.obj({ S: 'Launch', F: PDFString.of('calc.exe') });
          document.catalog.set(PDFName.of('OpenAction'), action);
        }),
      /runs script/,
    ],
    [
      'that links to a file on its reader’s computer',
      () =>
        makePdf((document) => {
          document.context.register(document.context.obj({ S: 'URI', URI: PDFString.of('file:///etc/passwd') }));
        }),
      /opens other files/,
    ],
    [
      'whose action is a reference to its name',
      () =>
        makePdf((document) => {
          const name = document.context.register(PDFName.of('SubmitForm'));
          document.context.register(document.context.obj({ S: name, F: PDFString.of('https://example.com/') }));
        }),
      /runs script/,
    ],
    [
      'whose link is a reference to its address',
      () =>
        makePdf((document) => {
          const address = document.context.register(PDFString.of('file:///etc/passwd'));
          document.context.register(document.context.obj({ S: 'URI', URI: address }));
        }),
      /opens other files/,
    ],
    [
      'that runs script from an object with a harmless duplicate',
      () =>
        Buffer.from(
          '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n' +
            '3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n4 0 obj\n<< /S /SubmitForm /F (https://example.com/) >>\nendobj\n' +
            '4 0 obj\n<< /S /GoTo >>\nendobj\ntrailer\n<< /Root 1 0 R /Size 5 >>\nstartxref\n0\n%%EOF\n',
        ),
      /runs script/,
    ],
    [
      'that contains a file',
      () => makePdf((document) => document.attach(Buffer.from('MZ'), 'setup.exe')),
      /has attachments/,
    ],
    [
      'with a password',
      () =>
        makePdf((document) => {
          document.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
        }),
      /password/,
    ],
  ] as const)('%s is rejected with what to do', async (_, make, expected) => {
    const before = await countFiles();
    const refused = await upload(await make());
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(sentence(refused)).toMatch(expected);
    expect(await countFiles()).toBe(before);
  });

  test('with links to websites is accepted', async () => {
    const pdf = await makePdf((document) => {
      document.context.register(document.context.obj({ S: 'URI', URI: PDFString.of('https://example.com/') }));
    });
    expect((await upload(pdf)).status).toBe(201);
  });

  test('that is too large is rejected before it is read', async () => {
    expect((await upload(Buffer.alloc(11 * 1024 * 1024))).status).toBe(413);
  });

  test('requires an admin and a file', async () => {
    const customer = await shop.signUp();
    const form = new FormData();
    form.set('document', new File([new Uint8Array(await makePdf())], 'a.pdf'));
    expect((await shop.call('POST', '/documents', { token: customer.token, body: form })).status).toBe(403);
    const empty = new FormData();
    empty.set('document', 'text');
    const refused = await shop.call('POST', '/documents', { token: admin.token, body: empty });
    expect(sentence(refused)).toBe('Please choose a PDF file.');
  });
});

describe('files that no tool uses', () => {
  const age = (id: string) =>
    shop.sql`update document_files set unused_since = now() - interval '2 days' where id = ${id}`;
  const isThere = async (id: string) => (await fetchFile(`/documents/${id}/a.pdf`)).status === 200;
  const DAY = 86_400_000;

  test('are deleted after a day, and files in use stay', async () => {
    const tool = await createTool(shop);
    const [named, unnamed, fresh] = [
      await store(await makePdf()),
      await store(await makePdf()),
      await store(await makePdf()),
    ];
    await setDocuments(tool, [{ kind: 'datasheet', title: 'Named', fileId: named }]);
    await age(unnamed);
    expect(await deleteUnusedDocumentFiles(shop.database.db, DAY)).toBe(1);
    expect([await isThere(named), await isThere(unnamed), await isThere(fresh)]).toEqual([true, false, true]);
  });

  test('stay while a duplicate of the tool still uses them', async () => {
    const [tool, copy] = [await createTool(shop), await createTool(shop)];
    const fileId = await store(await makePdf());
    const documents = [{ kind: 'datasheet', title: 'Shared', fileId }];
    await setDocuments(tool, documents);
    await setDocuments(copy, documents);
    expect((await setDocuments(tool, [])).status).toBe(200);
    await age(fileId);
    expect(await deleteUnusedDocumentFiles(shop.database.db, DAY)).toBe(0);
    expect(await isThere(fileId)).toBe(true);
    await setDocuments(copy, []);
    await age(fileId);
    expect(await deleteUnusedDocumentFiles(shop.database.db, DAY)).toBe(1);
  });

  test('are not deleted while a tool is about to use them', async () => {
    const tool = await createTool(shop);
    const fileId = await store(await makePdf());
    await age(fileId);
    const client = await shop.database.pool.connect();
    try {
      // Locks the file like an uncommitted change of a tool that has checked it.
      await client.query('begin');
      await client.query('select from document_files where id = $1 for key share', [fileId]);
      expect(await deleteUnusedDocumentFiles(shop.database.db, DAY)).toBe(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect((await setDocuments(tool, [{ kind: 'datasheet', title: 'Kept', fileId }])).status).toBe(200);
  });
});
