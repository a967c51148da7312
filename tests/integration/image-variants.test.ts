import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getSrcSet, getVariantWidths, toUploadName } from '#src/shared/image-url.ts';
import { createDetailedPhoto } from '#tests/support/detailed-photo.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { objectBody } from './order-helpers.ts';

const NEVER = new AbortController().signal;

let shop: TestShop;
let ada: TestUser;
let photo: Buffer;
const folder = join(mkdtempSync(join(tmpdir(), 'shop-variants-')), 'images');

beforeAll(async () => {
  mkdirSync(folder);
  shop = await createTestShop({ settings: { imageFolder: folder } });
  ada = await shop.signUp();
  photo = await createDetailedPhoto();
});
afterAll(async () => {
  await shop.close();
  rmSync(join(folder, '..'), { recursive: true });
});

async function read(path: string): Promise<Buffer> {
  const response = await shop.app.request(`${shop.origin}${path}`);
  expect(response.status, path).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/**
 * Returns how similar two images of the same size are, in decibels. Above 28, a detailed photograph looks the same on a
 * phone.
 */
async function compare(image: Buffer, original: Buffer): Promise<number> {
  const [a, b] = await Promise.all([image, original].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()));
  if (!a || !b || a.length !== b.length) throw new Error('The images differ in size.');
  const squares = a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / a.length));
}

test('a detailed photograph of 12 megapixels takes at most 40 KB on a phone’s card, and looks sharp', async () => {
  const { width, height } = await sharp(photo).metadata();
  expect([(width * height) / 1e6, photo.length > 1_000_000]).toEqual([12, true]);
  const form = new FormData();
  form.set('image', new File([new Uint8Array(photo)], 'vise.jpg'));
  const response = await shop.call('POST', '/images', { token: ada.token, body: form });
  const { url } = objectBody(response).data as { url: string };
  const candidates =
    getSrcSet(url)
      ?.split(', ')
      .map((one) => one.split(' ')) ?? [];
  expect(candidates.map(([, descriptor]) => descriptor)).toEqual(
    [200, 320, 480, 720, 960, 1280, 1600].map((at) => `${at}w`),
  );
  const most: Record<string, number> = { 200: 5_900, 320: 11_900, 480: 21_800, 720: 40_000, 960: 61_600, 1280: 94_900 };
  for (const [path = '', descriptor = ''] of candidates.slice(0, -1)) {
    const variantWidth = Number.parseInt(descriptor, 10);
    const variant = await read(path);
    expect([descriptor, variant.length <= (most[variantWidth] ?? 0)]).toEqual([descriptor, true]);
  }
  const card = await read(url.replace('.webp', '-720.webp'));
  expect(
    await compare(
      card,
      await sharp(await read(url))
        .resize({ width: 720 })
        .png()
        .toBuffer(),
    ),
  ).toBeGreaterThan(28);
  // A plain picture needs no lower quality, and is much smaller.
  const plain = await sharp({ create: { width: 1_000, height: 750, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  form.set('image', new File([new Uint8Array(plain)], 'plain.png'));
  const { data } = objectBody(await shop.call('POST', '/images', { token: ada.token, body: form }));
  expect((await read((data as { url: string }).url.replace('.webp', '-720.webp'))).length).toBeLessThan(2_000);
});

describe('images of an earlier version', () => {
  const SIZE = { width: 900, height: 675, generation: 1 as const };
  const ids = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(24));
  const [whole = '', lost = '', broken = '', small = ''] = ids;
  const path = (id: string, variantWidth?: number) =>
    join(folder, toUploadName({ ...SIZE, id, ...(variantWidth ? { variantWidth } : {}) }));
  const listPending = async () =>
    (await shop.sql`select id from images where not recompressed order by id`).map(({ id }) => id);

  beforeAll(async () => {
    const old = await sharp(photo).resize({ width: 900 }).webp({ quality: 82 }).toBuffer();
    for (const id of [whole, broken]) writeFileSync(path(id), id === broken ? 'no picture' : old);
    for (const width of getVariantWidths(SIZE))
      writeFileSync(path(whole, width), await sharp(old).resize({ width }).webp({ quality: 80 }).toBuffer());
    await shop.sql`insert into images (id, owner_id, width, height) select id, ${ada.userId}, case when id = ${small} then 90 else 900 end, 675
        from unnest(${ids}::text[]) as id`;
  });

  test('get smaller files under their names, and lost or broken ones do not block others', async () => {
    const before = statSync(path(whole));
    expect(statSync(path(whole, 800)).size).toBeGreaterThan(60_000);
    const names = readdirSync(folder).length;
    expect(await shop.images.recompress(NEVER)).toBe(3);
    expect(statSync(path(whole, 800)).size).toBeLessThanOrEqual(40_000);
    expect((await sharp(path(whole, 800)).metadata()).width).toBe(800);
    expect(statSync(path(whole)).mtimeMs).toBe(before.mtimeMs);
    expect(readdirSync(folder).length).toBe(names);
    expect(await listPending()).toEqual([lost]);
    // A lost image is tried again, since its file may come back.
    writeFileSync(path(lost), await sharp(path(whole)).toBuffer());
    expect(await shop.images.recompress(NEVER)).toBe(1);
    expect([await listPending(), await shop.images.recompress(NEVER)]).toEqual([[], 0]);
  });

  test('are left for later when the shop stops', async () => {
    await shop.sql`update images set recompressed = false where id = ${whole}`;
    expect(await shop.images.recompress(AbortSignal.abort())).toBe(0);
    expect(await listPending()).toEqual([whole]);
  });

  test('are skipped if the storage cannot overwrite files', async () => {
    await shop.sql`update images set storage = 'imgbb', hosted_url = 'https://i.ibb.co/x.webp#900x675'
      where id = ${whole}`;
    expect(await shop.images.recompress(NEVER)).toBe(0);
  });
});
