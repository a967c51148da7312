import dns from 'node:dns';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { grains } from '#src/content/drawings/geometry.ts';
import { bucketUrl } from '#src/features/images/bucket-url.ts';
import { createS3Storage, listBucket, type S3Settings } from '#src/features/images/s3-storage.server.ts';
import { createBucketCheck } from '#src/invariants/bucket-check.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { getImageSize, getSrcSet } from '#src/shared/image-url.ts';
import { objectBody, statusAndCode } from '#tests/integration/order-helpers.ts';
import { type FakeServer, startFakeServer } from '#tests/support/fake-server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

const BUCKET = 'shop-pictures';
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

let storage: S3rver;
let origin: string;
let folder: string;
let shop: TestShop;
let ada: TestUser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-s3-'));
  storage = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  origin = `http://127.0.0.1:${(await storage.run()).port}`;
  shop = await createTestShop({ settings: { images: { kind: 's3', ...settingsAt(origin) } } });
  ada = await shop.signUp();
});
afterAll(async () => {
  await shop.close();
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

function settingsAt(endpoint: string, more: Partial<S3Settings> = {}): S3Settings {
  return { bucket: BUCKET, region: 'us-east-1', endpoint, pathStyle: true, ...KEYS, ...more };
}

async function upload(at = shop, user = ada) {
  const withPlace = await sharp({ create: { width: 1_000, height: 500, channels: 3, background: '#c33' } })
    .withExif({ IFD0: { Copyright: 'canary-copyright' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('image', new File([new Uint8Array(withPlace)], 'x.jpg'));
  return at.call('POST', '/images', { token: user.token, body: form });
}
const getUrl = (response: { body: unknown }) => (objectBody(response as never).data as { url: string }).url;
const getAddresses = (url: string) =>
  getSrcSet(url)
    ?.split(', ')
    .map((one) => one.split(' ')[0] ?? '') ?? [];
const getStatuses = (addresses: string[]) =>
  Promise.all(addresses.map(async (address) => (await fetch(address)).status));
const listingXml = (bucket: string) =>
  `<ListBucketResult><Name>${bucket}</Name><KeyCount>0</KeyCount><IsTruncated>false</IsTruncated></ListBucketResult>`;
const health = (at = shop) => at.context.health.statuses().find(({ dependency }) => dependency === 'images');

describe('an image in S3', () => {
  test('is stored in every width that pages use, immutable, without location and camera data', async () => {
    const response = await upload();
    expect(objectBody(response)).toMatchObject({ success: true, data: { width: 1_000, height: 500 } });
    const url = getUrl(response);
    expect(url).toMatch(new RegExp(`^${origin}/${BUCKET}/images/[A-Za-z0-9]{24}_1000x500_2\\.webp$`));
    expect(getImageSize(url)).toEqual({ width: 1_000, height: 500 });
    const widths: number[] = [];
    for (const address of getAddresses(url)) {
      const got = await fetch(address);
      expect([got.status, got.headers.get('content-type'), got.headers.get('cache-control')]).toEqual([
        200,
        'image/webp',
        'public, max-age=31536000, immutable',
      ]);
      const bytes = Buffer.from(await got.arrayBuffer());
      const { exif, xmp, icc, width } = await sharp(bytes).metadata();
      expect([exif, xmp, icc, bytes.includes('canary')]).toEqual([undefined, undefined, undefined, false]);
      widths.push(width);
    }
    expect(widths).toEqual([200, 320, 480, 720, 960, 1_000]);
  });

  test('of an earlier version gets smaller files in its bucket', async () => {
    const id = 'Zz9'.repeat(8);
    const raw = { width: 900, height: 600, channels: 3 as const };
    const noise = Buffer.from(grains(raw.width * raw.height * 3, 7).map((grain) => grain * 255));
    const full = await sharp(noise, { raw }).blur(2).webp({ quality: 82 }).toBuffer();
    const resized = await Promise.all(
      [160, 400, 800].map(async (width) => ({
        width,
        data: await sharp(full).resize({ width }).webp({ quality: 100 }).toBuffer(),
      })),
    );
    const image = { generation: 1 as const, width: 900, height: 600, full, resized };
    const { url } = await createS3Storage(settingsAt(origin)).put(id, image);
    await shop.sql`insert into images (id, owner_id, width, height, storage, hosted_url)
      values (${id}, ${ada.userId}, 900, 600, 's3', ${url})`;
    const getSizes = () =>
      Promise.all(getAddresses(url).map(async (at) => (await (await fetch(at)).arrayBuffer()).byteLength));
    const before = await getSizes();
    expect(await shop.images.recompress(new AbortController().signal)).toBe(1);
    const after = await getSizes();
    expect(after.map((bytes, at) => Math.sign(bytes - (before[at] ?? 0)))).toEqual([-1, -1, -1, 0]);
    expect(after[2]).toBeLessThanOrEqual(40_000);
    expect(await shop.images.recompress(new AbortController().signal)).toBe(0);
  });

  test('storage is reported as healthy by a probe', async () => {
    await shop.context.health.probeAll();
    expect(health()).toMatchObject({ mode: 's3', health: 'up' });
  });

  test('appears in the preview image of its tool, and does so again after an outage', async () => {
    const url = getUrl(await upload());
    const bytes = async (path: string) => {
      const response = await shop.app.request(`${shop.origin}/images/og/${path}.png`);
      return { png: Buffer.from(await response.arrayBuffer()), cacheControl: response.headers.get('cache-control') };
    };
    const fallback = (await bytes('home')).png;
    const tool = await seedTool(shop.database.db, { picture: url });
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('fetch failed'));
    expect(await bytes(`tool/${tool}`)).toEqual({ png: fallback, cacheControl: 'public, max-age=60' });
    // Cached responses would expire after a minute.
    shop.context.responseCache.invalidate([`tool:${tool}`]);
    const preview = await bytes(`tool/${tool}`);
    const spot = sharp(preview.png).extract({ left: 775, top: 310, width: 1, height: 1 });
    const [red = 0, green = 0] = await spot.removeAlpha().raw().toBuffer();
    expect(red - green).toBeGreaterThan(100);
    expect(preview.cacheControl).not.toContain('=60');
    // The rendered image is cached, so its host gets no second request.
    fetched.mockClear();
    shop.context.responseCache.invalidate([`tool:${tool}`]);
    expect((await bytes(`tool/${tool}`)).png).toEqual(preview.png);
    expect(fetched).not.toHaveBeenCalled();
    // A URL that only looks like one of ours is not fetched.
    const foreign = await seedTool(shop.database.db, { picture: url.replace('1000x500', '1000x501') });
    expect((await bytes(`tool/${foreign}`)).png).toEqual(fallback);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('storage that hangs delays preview images by one timeout of three seconds, no matter how many are requested', async () => {
    const [one, other] = [getUrl(await upload()), getUrl(await upload())];
    const tools = await Promise.all([one, other].map((picture) => seedTool(shop.database.db, { picture })));
    const limits: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms);
      return timeout(700);
    });
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(
        (_address, options) =>
          new Promise((_resolve, reject) =>
            options?.signal?.addEventListener('abort', () => reject(new Error('late'))),
          ),
      );
    const requests = [...tools, ...tools, ...tools].map((id) =>
      shop.app.request(`${shop.origin}/images/og/tool/${id}.png`),
    );
    const policies = (await Promise.all(requests)).map(({ headers }) => headers.get('cache-control'));
    expect(new Set(policies)).toEqual(new Set(['public, max-age=60']));
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(limits).toEqual([3_000, 3_000]);
  });

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['that is a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    [
      'of more pixels than an upload may have',
      () =>
        sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
    ],
  ])('replaced by something %s is left out of the preview image', async (_what, make) => {
    const tool = await seedTool(shop.database.db, { picture: getUrl(await upload()) });
    const body = new Uint8Array(await make());
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body));
    const response = await shop.app.request(`${shop.origin}/images/og/tool/${tool}.png`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
  });

  test('survives the cleanup job, and an unfinished one is removed from bucket and database', async () => {
    const [stored, lost] = [getUrl(await upload()), getUrl(await upload())];
    const id = /images\/(\w{24})/.exec(lost)?.[1];
    await shop.sql`update images set uploading = true, hosted_url = null where id = ${id}`;
    expect(await shop.images.deleteAbandoned(3_600_000)).toBe(0);
    expect(await getStatuses(getAddresses(lost))).toEqual(Array(6).fill(200));
    expect(await shop.images.deleteAbandoned(0)).toBe(1);
    expect(await getStatuses(getAddresses(lost))).toEqual(Array(6).fill(404));
    expect(await getStatuses(getAddresses(stored))).toEqual(Array(6).fill(200));
    expect((await shop.sql`select 1 from images where id = ${id}`).length).toBe(0);
  });

  test('of another shop in the same bucket is never removed', async () => {
    const other = await createTestShop({ settings: { images: { kind: 's3', ...settingsAt(origin) } } });
    try {
      const foreignUrl = getUrl(await upload(other, await other.signUp()));
      await shop.images.deleteAbandoned(0);
      expect(await getStatuses(getAddresses(foreignUrl))).toEqual(Array(6).fill(200));
    } finally {
      await other.close();
    }
  });
});

describe('the check of images in S3', () => {
  const findIncomplete = async (pageSize = 1_000) => {
    async function* listNames() {
      for await (const names of listBucket(settingsAt(origin)))
        for (let at = 0; at < names.length; at += pageSize) yield names.slice(at, at + pageSize);
    }
    return createBucketCheck(listNames).run(shop.database.pool, async () => 0);
  };

  test('finds an image that lacks one of its files, or all of them', async () => {
    const urls = [await upload(), await upload(), await upload()].map(getUrl);
    const ids = urls.map((url) => /images\/(\w{24})_/.exec(url)?.[1] ?? '');
    expect((await findIncomplete()).subjects.filter((id) => ids.includes(id))).toEqual([]);
    const remove = (address: string) => fetch(address, { method: 'DELETE' });
    await remove(getAddresses(urls[0] ?? '')[2] ?? '');
    for (const address of getAddresses(urls[1] ?? '')) await remove(address);
    for (const pageSize of [1_000, 2])
      expect((await findIncomplete(pageSize)).subjects.filter((id) => ids.includes(id))).toEqual(
        ids.slice(0, 2).sort(),
      );
  });

  test('says why the bucket cannot be read', async () => {
    const list = listBucket(settingsAt(origin, { bucket: 'no-such-bucket' }));
    await expect(list.next()).rejects.toThrow('The storage has no bucket called no-such-bucket.');
  });
});

describe('the URL of a bucket', () => {
  test.each<[Partial<S3Settings>, string]>([
    [{}, 'https://pics.s3.eu-west-1.amazonaws.com'],
    [{ pathStyle: true }, 'https://s3.eu-west-1.amazonaws.com/pics'],
    [{ endpoint: 'http://minio:9000', pathStyle: true }, 'http://minio:9000/pics'],
    [{ endpoint: 'https://storage.example/s3/', pathStyle: true }, 'https://storage.example/s3/pics'],
    [{ endpoint: 'https://storage.example' }, 'https://pics.storage.example'],
    [{ endpoint: 'https://storage.example', publicUrl: 'https://cdn.example/x/' }, 'https://cdn.example/x'],
  ])('%j', (settings, address) => {
    expect(bucketUrl({ bucket: 'pics', region: 'eu-west-1', pathStyle: false, ...settings })).toBe(address);
  });

  test('is also used for requests, with the bucket in the host name or the path', async () => {
    const requestLines: string[] = [];
    const fakeServer = await startFakeServer(({ headers, url, method }, response) => {
      requestLines.push(`${method} ${headers.host?.replace(/:\d+$/, '')} ${url.split('?')[0]}`);
      response.writeHead(200, { etag: '"x"' }).end();
    });
    // Names under localhost do not resolve to this machine on every system.
    vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, options: { all?: boolean }, done: CallableFunction) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never);
    const endpoint = fakeServer.origin.replace('127.0.0.1', 'storage.localhost');
    const picture = { generation: 2 as const, full: Buffer.from('x'), width: 9, height: 9, resized: [] };
    for (const pathStyle of [true, false]) {
      const taken = await createS3Storage(settingsAt(endpoint, { pathStyle })).put('a'.repeat(24), picture);
      const { host, pathname } = new URL(taken.url);
      expect(requestLines.pop()).toBe(`PUT ${host.replace(/:\d+$/, '')} ${pathname}`);
    }
    const [{ headers } = { headers: {} as Record<string, string> }] = fakeServer.requests;
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/us-east-1\/s3\/aws4_request/);
    expect(headers['x-amz-acl']).toBeUndefined();
    await fakeServer.close();
  });
});

const UNAVAILABLE = '502 image_host_unavailable';
const error = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>canary-${code}</Message></Error>`;

describe('a failing storage', () => {
  let fakeServer: FakeServer;
  let otherShop: TestShop;
  let bob: TestUser;
  let logged = '';
  beforeAll(async () => {
    fakeServer = await startFakeServer((_request, response) => void response.end());
    const images = { kind: 's3' as const, ...settingsAt(fakeServer.origin), timeoutMs: 700 };
    const log = createLog('debug', {
      write: (line: string) => {
        logged += line;
      },
    });
    otherShop = await createTestShop({ log, settings: { images } });
    bob = await otherShop.signUp();
  });
  afterAll(async () => {
    await otherShop.close();
    await fakeServer.close();
  });

  test.each<[what: string, handler: FakeServer['handler'], rowStays: boolean, reason: RegExp]>([
    [
      'because of invalid keys',
      (_h, r) => void r.writeHead(403).end(error('SignatureDoesNotMatch')),
      false,
      /keys or region: 403/,
    ],
    [
      'because the bucket is missing',
      (_h, r) => void r.writeHead(404).end(error('NoSuchBucket')),
      false,
      /no bucket called/,
    ],
    [
      'because the bucket is in another region',
      (_h, r) => void r.writeHead(301).end(error('PermanentRedirect')),
      true,
      /keys or region: 301/,
    ],
    ['and responds with 500', (_h, r) => void r.writeHead(500).end(error('InternalError')), true, /responded with 500/],
    [
      'and responds with SlowDown',
      (_h, r) => void r.writeHead(503).end(error('SlowDown')),
      true,
      /responded with 503|in time/,
    ],
    ['and responds with a page', (_h, r) => void r.end('<html>Welcome to this hotel</html>'), true, /its protocol/],
    ['and hangs', () => {}, true, /in time/],
    ['and closes the connection', (_h, r) => void r.destroy(), true, /cannot be reached|in time/],
    [
      'but stores only some widths',
      (heard, r) => void (heard.url.includes('-480') ? r.writeHead(403) : r.writeHead(200, { etag: '"x"' })).end(),
      true,
      /keys or region: 403/,
    ],
  ])('%s: stores nothing, and the form explains what to do', async (_what, handler, rowStays, reason) => {
    await otherShop.sql`delete from images`;
    fakeServer.handler = handler;
    const response = await upload(otherShop, bob);
    expect(statusAndCode(response)).toBe(UNAVAILABLE);
    expect(objectBody(response).detail).toMatch(/was not saved/);
    expect(JSON.stringify([response.body, health(otherShop)])).not.toMatch(/canary|S3RVER/);
    expect(health(otherShop)).toMatchObject({ health: 'down', reason: expect.stringMatching(reason) });
    const rows = await otherShop.sql`select uploading, hosted_url from images`;
    expect(rows).toEqual(rowStays ? [{ uploading: true, hosted_url: null }] : []);
  });

  test('is reported as down until a probe succeeds', async () => {
    fakeServer.handler = (_request, response) => void response.writeHead(403).end();
    await otherShop.context.health.probeAll();
    expect(health(otherShop)).toMatchObject({ health: 'down', reason: expect.stringMatching(/rejects the shop/) });
    for (const invalid of ['', '<h1>Welcome</h1>', listingXml('another-bucket')]) {
      fakeServer.handler = (_request, response) => void response.end(invalid);
      await otherShop.context.health.probeAll();
      expect(health(otherShop), invalid).toMatchObject({ health: 'down' });
    }
    fakeServer.handler = (_request, response) => void response.end(listingXml(BUCKET));
    await otherShop.context.health.probeAll();
    expect(health(otherShop)).toMatchObject({ health: 'up', reason: null });
  });

  /** Creates rows of unfinished uploads. */
  const createUnfinished = async (ids: string[]) => {
    await otherShop.sql`delete from images`;
    for (const id of ids)
      await otherShop.sql`insert into images (id, owner_id, width, height, storage, uploading, created_at)
        values (${id}, ${bob.userId}, 9, 9, 's3', true, '2026-01-01')`;
  };
  const getRemainingIds = async () => (await otherShop.sql`select id from images order by id`).map(({ id }) => id);
  const ids = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(24));

  test('that cannot delete one object still deletes the others, and logs no key id', async () => {
    await createUnfinished(ids);
    logged = '';
    const nothing = '<?xml version="1.0"?><ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>';
    fakeServer.handler = ({ url }, response) =>
      url.includes('bbbb') ? void response.writeHead(403).end(error('AccessDenied')) : void response.end(nothing);
    expect(await otherShop.images.deleteAbandoned(0)).toBe(4);
    expect(await getRemainingIds()).toEqual([ids[1]]);
    expect(logged).toContain('was not discarded');
    expect(logged).not.toMatch(/S3RVER|canary/);
  });

  test('gets three delete requests from one cleanup run while unavailable, and no row is lost', async () => {
    await createUnfinished(ids);
    logged = '';
    fakeServer.requests.length = 0;
    fakeServer.handler = (_request, response) => void response.writeHead(500).end(error('InternalError'));
    expect(await otherShop.images.deleteAbandoned(0)).toBe(0);
    expect(new Set(fakeServer.requests.map(({ url }) => url)).size).toBe(3);
    expect(await getRemainingIds()).toEqual(ids);
    expect(logged).not.toMatch(/S3RVER|canary/);
  });
});
