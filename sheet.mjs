import sharp from 'sharp';

const [out, h, ...names] = process.argv.slice(2);
const H = Number(h);
const ims = [];
let x = 0;
for (const n of names) {
  const b = await sharp(`artifacts/screens/${n}.png`)
    .resize({ height: H, fit: 'inside', withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true });
  ims.push({ input: b.data, left: x, top: 0 });
  x += b.info.width + 10;
}
await sharp({ create: { width: x, height: H, channels: 3, background: '#777' } })
  .composite(ims)
  .png()
  .toFile(out);
