import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLog } from '#src/platform/log.server.ts';
import { AVIF_BOMB, flatJpeg } from '#tests/support/image-bombs.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;

beforeAll(async () => {
  shop = await createTestShop({ settings: { trustedProxies: 1 } });
  ada = await shop.signUp();
});
afterAll(() => shop.close());

function upload(bytes: Uint8Array | string, name = 'picture.png', type = 'image/png') {
  const form = new FormData();
  const part = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
  form.set('image', new File([part], name, { type }));
  return shop.call('POST', '/images', { token: ada.token, body: form });
}
const picture = (width = 20, height = 10) => sharp({ create: { width, height, channels: 3, background: '#c33' } });
const countImages = async () => (await shop.sql`select count(*)::int as n from images`)[0].n;
const fetchImage = (path: string) => shop.app.request(`${shop.origin}${path}`);

/** Returns a black PNG with one bit per pixel: a few kilobytes that decode to 100 million pixels. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(8 + body.length);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), framed.length - 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(Math.min(width, 100_000) / 8))));
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe('POST /images', () => {
  test('responds like the specified image host, and the image is served', async () => {
    const response = await upload(await picture(1_000, 500).jpeg().toBuffer(), '../../etc/passwd', 'image/jpeg');
    expect(objectBody(response)).toMatchObject({
      success: true,
      status: 200,
      data: { width: 1_000, height: 500, url: expect.stringMatching(/^\/images\/[A-Za-z0-9]{24}_1000x500_2\.webp$/) },
    });
    const { url } = objectBody(response).data as { url: string };
    for (const path of [url, url.replace('.webp', '-480.webp')]) {
      const got = await fetchImage(path);
      expect([got.status, got.headers.get('content-type'), got.headers.get('x-content-type-options')]).toEqual([
        200,
        'image/webp',
        'nosniff',
      ]);
      expect(got.headers.get('content-security-policy')).toContain('sandbox');
      expect((await sharp(Buffer.from(await got.arrayBuffer())).metadata()).format).toBe('webp');
    }
  });

  test.each(['png', 'webp', 'gif', 'avif'] as const)('accepts %s', async (format) => {
    expect((await upload(await picture().toFormat(format).toBuffer())).status).toBe(200);
  });

  test('removes location, camera data and appended script', async () => {
    const withPlace = await picture()
      .withExif({ IFD0: { Copyright: 'canary-copyright' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    const response = await upload(
      Buffer.concat([withPlace, Buffer.from('<script>canary-script</script>')]),
      'a.html',
      'text/html',
    );
    const { url } = objectBody(response).data as { url: string };
    const stored = Buffer.from(await (await fetchImage(url)).arrayBuffer());
    const { exif, icc, xmp } = await sharp(stored).metadata();
    expect([exif, icc, xmp, stored.includes('canary')]).toEqual([undefined, undefined, undefined, false]);
  });

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/><script>alert(1)</script><image href="file:///etc/passwd"/></svg>';
  test.each<[string, () => Uint8Array | string | Promise<Uint8Array>]>([
    ['an SVG', () => svg],
    ['an SVG that starts like a GIF', () => `GIF89a${svg}`],
    ['an SVG that starts like a PNG', () => Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from(svg)])],
    ['a page', () => '<!doctype html><script>alert(1)</script>'],
    ['a PDF', () => '%PDF-1.7 and so on and so on'],
    ['a program', () => Buffer.from('\x7fELF and so on and so on')],
    ['nothing', () => ''],
    [
      'a picture cut off in the middle',
      async () => (await picture(600, 600).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 2_000),
    ],
    ['a picture of 10 000 × 10 000 pixels in 13 kB', () => bomb(10_000, 10_000)],
    ['a picture of 2 000 000 000 pixels in one row', () => bomb(2_000_000_000, 1)],
    ['a JPEG of 8064 × 6048 pixels in three scans', () => flatJpeg(8_064, 6_048, { scans: 3 })],
    ['a JPEG of 19 000 × 19 000 pixels', () => flatJpeg(19_000, 19_000)],
  ])('rejects %s, and stores nothing', async (_what, make) => {
    const before = await countImages();
    expect(statusAndCode(await upload(await make()))).toBe('422 picture_unreadable');
    expect(await countImages()).toBe(before);
  });

  test.each([
    [48, 8_064, 6_048],
    [200, 16_320, 12_240],
  ])('takes a phone’s photo of %i megapixels', async (_megapixels, width, height) => {
    const response = await upload(flatJpeg(width, height), 'IMG_0001.JPG', 'image/jpeg');
    expect(objectBody(response)).toMatchObject({ data: { width: 1600, height: 1200 } });
  });

  test.each(['heic', 'heix', 'mif1'])('says what to do with an HEIC of the brand %s', async (brand) => {
    const { status, body } = await upload(Buffer.from(`\0\0\0\x24ftyp${brand}\0\0\0\0mif1heic${'\0'.repeat(40)}`));
    expect([status, body]).toMatchObject([422, { errors: { image: expect.stringContaining('Most Compatible') } }]);
  });

  test('rejects a form without the field, and a field that is not a file', async () => {
    const [empty, text] = [new FormData(), new FormData()];
    empty.set('other', 'x');
    text.set('image', 'https://somewhere.example/picture.png');
    for (const body of [empty, text])
      expect(statusAndCode(await shop.call('POST', '/images', { token: ada.token, body }))).toBe('422 invalid');
  });

  test('rejects more than 10 MiB', async () => {
    expect(statusAndCode(await upload(Buffer.alloc(11 * 1024 * 1024)))).toBe('413 body_too_large');
  });

  test('rejects 10,000 parts, which take not much longer than ten times 1,000', async () => {
    const measure = async (parts: number) => {
      const form = new FormData();
      for (let at = 0; at < parts; at += 1) form.append(`part${at}`, 'x');
      const startedAt = performance.now();
      expect((await shop.call('POST', '/images', { token: ada.token, body: form })).status).toBe(422);
      return performance.now() - startedAt;
    };
    // If the time grew with the square, it would be a hundred times.
    const floor = Math.max(20, await measure(1_000), await measure(1_000));
    expect(await measure(10_000)).toBeLessThan(40 * floor);
  });

  test('rejects a form whose field names would pollute prototypes', async () => {
    const form = new FormData();
    for (const key of ['__proto__', 'constructor[prototype][polluted]', '__proto__.polluted', '__proto__[polluted]'])
      form.set(key, 'yes');
    expect((await shop.call('POST', '/images', { token: ada.token, body: form })).status).toBe(422);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('GET /images', () => {
  test.each([
    '/images/../package.json',
    '/images/..%2f..%2fpackage.json',
    '/images/%2e%2e/%2e%2e/etc/passwd',
    '/images/..%5c..%5cetc%5cpasswd',
    '/images/drawings/..%2f..%2fetc%2fpasswd.svg',
    '/images/%00.webp',
    '/images/secret.webp',
    `/images/${'a'.repeat(24)}_1x1.webp`,
    '/images/drawings/constructor.svg',
    '/images/drawings/toString.svg',
    '/images/banners/__proto__.svg',
    '/images/monograms/%3Cscript%3E.svg',
    '/images/monograms/ABCD.svg',
    '/images/marks/valueOf.svg',
  ])('returns 404 for %s', async (path) => {
    expect((await fetchImage(path)).status).toBe(404);
  });

  test('serves a drawing so that it can run no script', async () => {
    const drawing = await fetchImage('/images/drawings/claw-hammer.svg');
    expect([drawing.status, drawing.headers.get('content-security-policy')]).toEqual([
      200,
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ]);
  });
});

test('the cleanup job removes only old files without a row', async () => {
  const { url } = objectBody(await upload(await picture().png().toBuffer())).data as { url: string };
  const id = /images\/(\w{24})/.exec(url)?.[1];
  expect(await shop.images.deleteAbandoned(0)).toBe(0);
  await shop.sql`delete from images where id = ${id}`;
  expect(await shop.images.deleteAbandoned(3_600_000)).toBe(0);
  expect(await shop.images.deleteAbandoned(0)).toBe(1);
  expect((await fetchImage(url)).status).toBe(404);
});

test('the cleanup job removes an unfinished upload with its row', async () => {
  const { url } = objectBody(await upload(await picture().png().toBuffer())).data as { url: string };
  const id = /images\/(\w{24})/.exec(url)?.[1];
  await shop.sql`update images set uploading = true where id = ${id}`;
  expect(await shop.images.deleteAbandoned(3_600_000)).toBe(0);
  expect(await shop.images.deleteAbandoned(0)).toBeGreaterThan(0);
  expect((await fetchImage(url)).status).toBe(404);
  expect((await shop.sql`select 1 from images where id = ${id}`).length).toBe(0);
});

test('a full disk is reported as such, and leaves no partial file', async () => {
  const imageFolder = mkdtempSync(join(tmpdir(), 'shop-full-'));
  const full = await createTestShop({ settings: { imageFolder } });
  const handle = await open(imageFolder);
  const writing = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  try {
    const { token } = await full.signUp();
    const send = async () => {
      const form = new FormData();
      form.set('image', new File([new Uint8Array(await picture(1_000, 500).png().toBuffer())], 'x.png'));
      return full.call('POST', '/images', { token, body: form });
    };
    const write = writing.writeFile;
    let files = 0;
    vi.spyOn(writing, 'writeFile').mockImplementation(async function (this: typeof handle, data) {
      files += 1;
      if (files === 1) return write.call(this, data);
      await write.call(this, 'half');
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    const response = await send();
    expect(statusAndCode(response)).toBe('502 image_host_unavailable');
    expect(objectBody(response).detail).toMatch(/^The shop cannot store pictures right now, so yours was not saved\./);
    expect(objectBody(response).detail).not.toMatch(/host/);
    expect(readdirSync(imageFolder)).toEqual([]);
    expect((await full.database.pool.query('select 1 from images')).rowCount).toBe(0);
    const health = () => full.context.health.statuses().find(({ dependency }) => dependency === 'images');
    expect(health()).toMatchObject({ health: 'down', reason: expect.stringMatching(/the disk is full/) });
    vi.restoreAllMocks();
    expect((await send()).status).toBe(200);
    expect(health()).toMatchObject({ health: 'up' });
  } finally {
    vi.restoreAllMocks();
    await full.close();
    rmSync(imageFolder, { recursive: true, force: true });
  }
});

describe('a client whose share of the queue is full gets 503, and another client’s upload is accepted', () => {
  const FIRST = '203.0.113.1';
  const own = Array.from({ length: 4 }, (_, at) => ({ account: 'first', network: `198.51.100.${at}` }));
  const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];
  const accounts = names.map((account) => ({ account, network: FIRST }));

  test.each([
    ['seven accounts of one network', accounts],
    ['one account from four networks', own],
  ])('%s', async (_who, senders) => {
    const users = new Map<string, TestUser>();
    for (const account of [...names, 'other']) users.set(account, await shop.signUp());
    const bytes = new Uint8Array(await picture(300, 300).png().toBuffer());
    const send = (account: string, network: string) => {
      const body = new FormData();
      body.set('image', new File([bytes], 'x.png'));
      const headers = { authorization: `Bearer ${users.get(account)?.token}`, 'x-forwarded-for': network };
      return fetch(`${shop.origin}/api/images`, { method: 'POST', headers, body });
    };
    expect((await send('first', FIRST)).status).toBe(200);
    const pid = shop.imageProcess.pid ?? Number.NaN;
    process.kill(pid, 'SIGSTOP');
    const sent = senders.map(({ account, network }) => send(account, network));
    // Nothing can finish now, so the first response is a rejection.
    const rejected = await Promise.race(sent);
    sent.push(send('other', '203.0.113.2'));
    process.kill(pid, 'SIGCONT');
    const statuses = (await Promise.all(sent)).map((response) => response.status);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await rejected.json()) as object).toMatchObject({ code: 'busy' });
    const taken = senders.slice(1).map(() => 200);
    expect(statuses.slice(0, -1).sort()).toEqual([...taken, 503]);
    expect(statuses.at(-1)).toBe(200);
  });
});

test('an AVIF of few bytes and many pixels is rejected by its header, with a message about pixels', async () => {
  const response = await upload(AVIF_BOMB, 'a.avif', 'image/avif');
  expect(statusAndCode(response)).toBe('422 picture_unreadable');
  expect(objectBody(response).errors).toEqual({ image: expect.stringContaining('more pixels than we can process') });
});

test('an image that takes too long is rejected, logged without its bytes, and counted', async () => {
  const lines: string[] = [];
  const slow = await createTestShop({
    log: createLog('warn', { write: (line) => lines.push(line) }),
    imageLimits: { timeoutMs: 1 },
    settings: { metricsToken: 'metrics' },
  });
  try {
    const { token } = await slow.signUp();
    const form = new FormData();
    const bytes = await picture(2_000, 2_000).png().toBuffer();
    form.set('image', new File([new Uint8Array(bytes)], 'canary.png'));
    const response = await slow.call('POST', '/images', { token, body: form });
    expect(statusAndCode(response)).toBe('422 picture_unreadable');
    expect(objectBody(response).errors).toEqual({ image: 'This file is not a picture we can read.' });
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged).toContainEqual(expect.objectContaining({ reason: 'time', format: 'png', bytes: bytes.length }));
    expect(lines.join('').length).toBeLessThan(1_000);
    const headers = { authorization: 'Bearer metrics' };
    const counted = await (await slow.app.request(`${slow.origin}/metrics`, { headers })).text();
    expect(counted).toContain('image_process_kills_total{reason="time"} 1');
    expect(counted).toContain('image_jobs_total{job="encode",result="unreadable"} 1');
  } finally {
    await slow.close();
  }
});
