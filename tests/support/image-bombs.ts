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
