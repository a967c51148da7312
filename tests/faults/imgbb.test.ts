import type { ServerResponse } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#src/platform/log.server.ts';
import { getImageSize, getSrcSet } from '#src/shared/image-url.ts';
import { objectBody, statusAndCode } from '#tests/integration/order-helpers.ts';
import { type FakeServer, type ReceivedRequest, sendJson, startFakeServer } from '#tests/support/fake-server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

const KEY = 'canary-key-of-imgbb';
const ADDRESS = 'https://i.ibb.co/w04Prt6/renamed-by-the-host.webp';

let shop: TestShop;
let fakeServer: FakeServer;
let admin: TestUser;
let logged = '';

beforeAll(async () => {
  fakeServer = await startFakeServer((_request, response) => accept(response));
  const log = createLog('debug', {
    write: (line: string) => {
      logged += line;
    },
  });
  shop = await createTestShop({
    log,
    settings: {
      images: { kind: 'imgbb', key: KEY, uploadUrl: `${fakeServer.origin}/1/upload`, timeoutMs: 500 },
    },
  });
  admin = await shop.createAdmin();
});
afterAll(async () => {
  await shop.close();
  await fakeServer.close();
});
beforeEach(() => {
  fakeServer.requests.length = 0;
  fakeServer.handler = (_request, response) => accept(response);
});

/** Responds like imgbb, which sends numbers as strings. */
function accept(response: ServerResponse, url = ADDRESS, title = 'x') {
  sendJson(response, 200, {
    data: {
      id: '2ndCYJK',
      title,
      url_viewer: 'https://ibb.co/2ndCYJK',
      url,
      display_url: 'https://i.ibb.co/98W13PY/smaller.webp',
      width: '1000',
      height: '500',
      expiration: '0',
      delete_url: 'https://ibb.co/2ndCYJK/670a7e48ddcb85ac',
    },
    success: true,
    status: 200,
  });
}

async function upload() {
  const withPlace = await sharp({ create: { width: 1_000, height: 500, channels: 3, background: '#c33' } })
    .withExif({ IFD0: { Copyright: 'canary-copyright' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('image', new File([new Uint8Array(withPlace)], 'me at home.jpg', { type: 'image/jpeg' }));
  return shop.call('POST', '/images', { token: admin.token, body: form });
}

async function rows() {
  const found = await shop.sql`select id, storage, hosted_url, delete_url, uploading from images
    order by created_at`;
  return found;
}
const health = () => shop.context.health.statuses().find(({ dependency }) => dependency === 'images');
const parseForm = ({ headers, body }: ReceivedRequest) =>
  new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();

describe('an upload that imgbb accepts', () => {
  test('turns imgbb’s health from unknown to up', async () => {
    await shop.context.health.probeAll();
    expect(health()).toMatchObject({ mode: 'imgbb', health: 'unknown' });
    expect((await upload()).status).toBe(200);
    expect(health()).toMatchObject({ mode: 'imgbb', health: 'up' });
  });

  test('uses imgbb’s protocol with a re-encoded image, without location and camera data', async () => {
    await upload();
    const [request] = fakeServer.requests;
    if (!request) throw new Error('nothing arrived');
    expect([request.method, request.url]).toEqual(['POST', `/1/upload?key=${KEY}`]);
    const form = await parseForm(request);
    expect([...form.keys()].sort()).toEqual(['image', 'name']);
    expect(form.get('name')).toMatch(/^[A-Za-z0-9]{24}-1000x500$/);
    const picture = form.get('image') as File;
    const bytes = Buffer.from(await picture.arrayBuffer());
    const { format, exif, xmp, icc, width, height } = await sharp(bytes).metadata();
    expect([format, exif, xmp, icc, width, height]).toEqual(['webp', undefined, undefined, undefined, 1_000, 500]);
    expect(bytes.includes('canary')).toBe(false);
  });

  test('returns a URL with the image size, which pages read for any host', async () => {
    const response = await upload();
    const url = `${ADDRESS}#1000x500`;
    expect(objectBody(response)).toMatchObject({
      success: true,
      data: { url, display_url: url, width: 1_000, height: 500 },
    });
    expect([getImageSize(url), getSrcSet(url)]).toEqual([{ width: 1_000, height: 500 }, undefined]);
    expect(JSON.stringify(response.body)).not.toMatch(/670a7e48|canary-key/);
    expect((await rows()).at(-1)).toMatchObject({
      storage: 'imgbb',
      hosted_url: url,
      delete_url: 'https://ibb.co/2ndCYJK/670a7e48ddcb85ac',
      uploading: false,
    });
    const tool = { itemName: 'Vise', about: 'It holds.', balance: 9, quantity: 9, minOrderQuantity: 1, picture: url };
    expect((await shop.call('POST', '/tools', { token: admin.token, body: tool })).status).toBe(201);
  });
});

const UNAVAILABLE = '502 image_host_unavailable';

describe('an upload that imgbb does not accept', () => {
  const cases: [what: string, handler: FakeServer['handler'], rowStays: boolean, sentence: RegExp, sends: number][] = [
    [
      'because its key is wrong',
      (_request, response) =>
        sendJson(response, 400, { status_code: 400, error: { message: 'Invalid API v1 key.', code: 100 } }),
      false,
      /tell whoever runs the shop/,
      1,
    ],
    [
      'because it forbids it',
      (_request, response) => sendJson(response, 403, {}),
      false,
      /tell whoever runs the shop/,
      1,
    ],
    [
      'because its limit is reached',
      (_request, response) => sendJson(response, 400, { error: { message: 'Rate limit reached.', code: 100 } }),
      false,
      /cannot be reached right now/,
      1,
    ],
    ['because of too many requests', (_request, response) => sendJson(response, 429, {}), false, /right now/, 1],
    [
      'and responds with success: false',
      (_request, response) => sendJson(response, 200, { success: false, status: 200 }),
      false,
      /cannot be reached right now/,
      1,
    ],
    ['because it is too busy, twice', (_request, response) => sendJson(response, 503, {}), false, /right now/, 2],
    ['and responds with 500', (_request, response) => sendJson(response, 500, {}), true, /right now/, 1],
    [
      'and redirects',
      (_request, response) => void response.writeHead(302, { location: '/' }).end(),
      true,
      /right now/,
      1,
    ],
    [
      'and responds with a page',
      (_request, response) => void response.end('<html>Welcome to this hotel</html>'),
      true,
      /right now/,
      1,
    ],
    [
      'and responds endlessly',
      (_request, response) => void setInterval(() => response.write(' '), 20).unref(),
      true,
      /right now/,
      1,
    ],
    ['and does not respond', () => {}, true, /right now/, 1],
    ['and closes the connection', (_request, response) => void response.destroy(), true, /right now/, 1],
    [
      'and disconnects in the middle',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '5000' });
        response.write('{"success": true', () => response.destroy());
      },
      true,
      /right now/,
      1,
    ],
    [
      'and returns an http address',
      (_request, response) => accept(response, 'http://i.ibb.co/x/y.webp'),
      true,
      /right now/,
      1,
    ],
    ['and returns a script', (_request, response) => accept(response, 'javascript:alert(1)'), true, /right now/, 1],
    [
      'and returns an address with a password',
      (_request, response) => accept(response, 'https://a:b@i.ibb.co/x.webp'),
      true,
      /right now/,
      1,
    ],
    [
      'and returns an address with a quote',
      (_request, response) => accept(response, 'https://i.ibb.co/"x.webp'),
      true,
      /right now/,
      1,
    ],
    [
      'and returns an endless address',
      (_request, response) => accept(response, `https://i.ibb.co/${'x'.repeat(600)}`),
      true,
      /right now/,
      1,
    ],
    [
      'and responds with a megabyte',
      (_request, response) => accept(response, ADDRESS, 'x'.repeat(1_000_000)),
      true,
      /right now/,
      1,
    ],
  ];
  test.each(cases)(
    '%s: stores nothing, and the form explains what to do',
    async (_what, handler, rowStays, sentence, sends) => {
      const before = await rows();
      logged = '';
      fakeServer.handler = handler;
      const response = await upload();
      expect(statusAndCode(response)).toBe(UNAVAILABLE);
      expect(objectBody(response).detail).toMatch(sentence);
      // A field error would replace the message.
      expect(objectBody(response).errors).toBeUndefined();
      expect(fakeServer.requests.length).toBe(sends);
      const added = (await rows()).slice(before.length);
      // The row stays, because the host may have stored the image.
      expect(added).toEqual(
        rowStays ? [expect.objectContaining({ storage: 'imgbb', uploading: true, hosted_url: null })] : [],
      );
      expect(logged).toContain('an image was not stored');
      expect(`${logged}${JSON.stringify([response.body, shop.context.health.statuses()])}`).not.toContain(KEY);
    },
  );

  test.each([
    ['damaged', { message: 'Unsupported or corrupted image', code: 310 }],
    ['too large', { message: 'Image exceeds the size limit', code: 402 }],
    ['with a message that contains the word key', { message: 'Cannot read a key frame of this file' }],
  ])('because of the image (%s) is explained at its field, and imgbb stays up', async (_what, error) => {
    await upload();
    const before = await rows();
    fakeServer.handler = (_request, response) => sendJson(response, 400, { error });
    const response = await upload();
    expect(statusAndCode(response)).toBe('422 picture_unreadable');
    const sentence = 'The image host does not accept this picture. Please choose another one.';
    expect(objectBody(response)).toMatchObject({ detail: sentence, errors: { image: sentence } });
    expect(await rows()).toEqual(before);
    expect(health()).toMatchObject({ health: 'up' });
  });

  test('makes imgbb unhealthy until it accepts one again', async () => {
    fakeServer.handler = (_request, response) => sendJson(response, 500, {});
    await upload();
    expect(health()).toMatchObject({ health: 'down', reason: 'imgbb responded with 500.' });
    fakeServer.handler = (_request, response) => accept(response);
    expect((await upload()).status).toBe(200);
    expect(health()).toMatchObject({ health: 'up', reason: null });
  });

  test('at the first attempt is retried and stored once', async () => {
    fakeServer.handler = (_request, response) =>
      fakeServer.requests.length === 1 ? sendJson(response, 503, {}) : accept(response);
    expect((await upload()).status).toBe(200);
    expect(fakeServer.requests.length).toBe(2);
  });

  test('for its row fails after the upload: the row stays, and the log names the image', async () => {
    const { pool } = shop.database;
    await pool.query(`create function lose() returns trigger language plpgsql as $$ begin raise 'lost'; end $$`);
    await pool.query('create trigger lose before update on images for each row execute function lose()');
    const before = await rows();
    logged = '';
    const response = await upload().finally(() => pool.query('drop function lose cascade'));
    expect(response.status).toBe(500);
    const [row] = (await rows()).slice(before.length);
    expect(row).toMatchObject({ uploading: true, hosted_url: null });
    expect(logged).toMatch(new RegExp(`"imageId":"${row.id}","url":"${ADDRESS}#1000x500"`));
  });

  test('keeps its unfinished rows: the cleanup job cannot know what imgbb stored', async () => {
    const count = async () => (await rows()).filter((row) => row.uploading).length;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await shop.images.deleteAbandoned(0);
    expect(await count()).toBe(before);
  });
});

test('an unreachable image host fails the upload at once and stores nothing', async () => {
  const hangingHost = await startFakeServer(() => {});
  await hangingHost.close();
  const otherShop = await createTestShop({
    settings: { images: { kind: 'imgbb', key: KEY, uploadUrl: `${hangingHost.origin}/1/upload` } },
  });
  try {
    const { token } = await otherShop.signUp();
    const form = new FormData();
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c33' } })
      .png()
      .toBuffer();
    form.set('image', new File([new Uint8Array(png)], 'x.png'));
    expect(statusAndCode(await otherShop.call('POST', '/images', { token, body: form }))).toBe(UNAVAILABLE);
    expect(await otherShop.sql`select id from images`).toEqual([]);
  } finally {
    await otherShop.close();
  }
});
