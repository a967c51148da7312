import { inflateRawSync } from 'node:zlib';

const inflate = (packed: string) => inflateRawSync(Buffer.from(packed, 'base64'));

// Made by sharp: `sharp({ create: { width, height, channels: 3, background: '#c33' } }).avif({ effort: 0 })`. Encoding
// them takes several seconds and half a gigabyte, so the results are stored here.

/** An AVIF of 8000 × 5000 pixels in 1,085 bytes. Decoding it takes 720 MB. */
export const AVIF_BOMB = inflate(
  'Y2BgkEkrqSxILMtMY2BgYMjNTDMEsXMzE0H8a7mpJYkMEKCYkZJTBGUzFGQmlzCgAaXMnPxkEMPFgYGRgREs9gtKMzA7MzAwKGdm5oGtAYuKZualpTJBeYllBoYgJl9BZkkuXElYZkFRAQMDg0VmQXI+AwMDT2KZoXOjPViTSGZxQSrEcHkHBgbhDgYGBoGCzIpMsHUcHBwMDAximQW5MPczMjAyNzIxMzAwe+emJJYIMXBx2X+2q7comyBwIdNoE5uwUMsxzvZ5lc+aHBoYws+fcTkpcWFT5nHvx6HxUsW/vJ9rJjGE2QX8NHM4f3D6f6GI1Buiu7UjtrTYeb2YqPlVc+92pXVX5lUebM4Uv7rmx8Jkzvrg1ytlZtRaz8ngTjq24syEuwvFDAr/Log4fyYo+odOcDjz17u1ThPvqWzxWRb20G5b39v5KnuuPVotl8x70C0//gXDkunP5hfq9j1aey+v9ZgVm5Vldm1OR8fD7nvL12bfUNlpaNcgW8G1PcloSkps/5wY05OTIsk3Oc9BSdK7JtXskMmi40GWBr/KLS6IHe0NnKm420kn4fFvh1FHozi6mTaOzkqOfbZXsCjZUn3XWeGbv+ZfEBSzCHX/pxh0i1suXeL2xwcSyokKc82bWH7knhA5QBvfVU396r9/k+LPD5zpB7+HqIgtLmtavn/H26SmE3vDgux9v3M4Tc/zYU/XjQs/5nAAAA==',
);

/** An AVIF of 3840 × 2160 pixels in 410 bytes: the largest that is decoded. Decoding it takes 155 MB. */
export const LARGEST_AVIF = inflate(
  'Y2BgkEkrqSxILMtMY2BgYMjNTDMEsXMzE0H8a7mpJYkMEKCYkZJTBGUzFGQmlzCgAaXMnPxkEMPFgYGRgREs9gtKMzAsYGBgUM7MzANbAxYVzcxLS2WC8hLLDAxBTL6CzJJcuJKwzIKiAgYGBovMguR8BgYGnsQyQ+dGHbAmkcziglSI2fwMDAwcIHUCBZkVmSARZg4ODgYGBrHMglyY+xkZGJkbmZgZGBhW5KYklggxcHFZ6/3+J33LwdlxiVE/o1DAjIMGn8/bXPBgOH/GVWmfWtxdzcK7Oi+3hKjrBJTu5P1+tPK2xOMerinRsf4ngoxOTl9+WVE3tbJz2dbJ1iG3Y0+lMLacvt8V88zq2cX+YunWr/M3236b697YyjZdcv8y3rXHXhzXZAzf19wWvPQ593ppw5tWLDoc/ccXTuEUZBBbpclyaZFPe76Vl8k3rsM/Hvh+DQAA',
);

/**
 * A gray JPEG in few bytes: each block of pixels takes two bits. With `scans: 3`, each color has a scan of its own, so
 * that a decoder has to keep all of them.
 */
export function flatJpeg(width: number, height: number, { scans = 1 }: { scans?: 1 | 3 } = {}): Buffer {
  const segment = (marker: number, ...bytes: number[]) => {
    const length = bytes.length + 2;
    return Buffer.from([0xff, marker, length >> 8, length & 255, ...bytes]);
  };
  const blocks = (count: number) => Buffer.alloc(Math.ceil(count / 4));
  const units = Math.ceil(width / 16) * Math.ceil(height / 16);
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const scan =
    scans === 1
      ? [segment(0xda, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0), blocks(units * 6)]
      : [1, 2, 3].flatMap((color) => [
          segment(0xda, 1, color, 0, 0, 63, 0),
          blocks(color === 1 ? Math.ceil(width / 8) * Math.ceil(height / 8) : units),
        ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc0, 8, ...size, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0),
    ...[0x00, 0x10].map((table) => segment(0xc4, table, 1, ...Array<number>(15).fill(0), 0)),
    ...scan,
    Buffer.from([0xff, 0xd9]),
  ]);
}
