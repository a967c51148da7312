import { expect, test } from 'vitest';
import { createFrameReader, encodeFrame, type Frame } from './frames.mjs';

function readAll(bytes: Uint8Array, chunkSize: number, maxBytes = 100): Frame[] {
  const frames: Frame[] = [];
  const read = createFrameReader(maxBytes, (frame) => frames.push(frame));
  for (let at = 0; at < bytes.length; at += chunkSize) read(Buffer.from(bytes.subarray(at, at + chunkSize)));
  return frames;
}

test.each([1, 3, 1_000])('frames arrive whole in chunks of %i bytes', (chunkSize) => {
  const sent = Buffer.concat([
    ...encodeFrame({ job: 'encode' }, [Buffer.from('abc'), Buffer.alloc(0)]),
    ...encodeFrame({ ready: true }),
    ...encodeFrame({ job: 'draw' }, [Buffer.from('d')]),
  ]);
  expect(readAll(sent, chunkSize)).toEqual([
    { head: { job: 'encode' }, parts: [Buffer.from('abc'), Buffer.alloc(0)] },
    { head: { ready: true }, parts: [] },
    { head: { job: 'draw' }, parts: [Buffer.from('d')] },
  ]);
});

const withHead = (json: string) => {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(json.length);
  return Buffer.concat([prefix, Buffer.from(json)]);
};

test.each<[string, Uint8Array]>([
  ['more bytes than allowed', Buffer.concat(encodeFrame({}, [Buffer.alloc(101)]))],
  ['a header of four gigabytes', Buffer.alloc(4, 0xff)],
  ['an empty header', Buffer.alloc(4)],
  ['a header that is not JSON', withHead('{"lengths":')],
  ['a header that is not an object', withHead('7')],
  ['no lengths', withHead('{}')],
  ['a negative length', withHead('{"lengths":[-1]}')],
  ['a length that is not a number', withHead('{"lengths":["1"]}')],
  ['a hundred parts', withHead(JSON.stringify({ lengths: Array(100).fill(1) }))],
])('a frame with %s is rejected', (_what, bytes) => {
  expect(() => readAll(bytes, 1_000)).toThrow();
});
