import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createBodyBudget } from './body-budget.server.ts';
import { type BodyPace, openRequestBody } from './request-body.server.ts';

const PATIENT: BodyPace = { windowMs: 60_000, leastBytes: 1 };

function open(
  source: Readable,
  { maxBytes = 1_000, pace = PATIENT, most = 1_000_000, declared = null as number | null } = {},
) {
  const budget = createBodyBudget({ maxBytes: most, maxBytesPerClient: most });
  let give = () => {};
  const share = budget.open('client', () => give());
  const body = openRequestBody({ source, declared, maxBytes, pace, share });
  give = () => body.refuse('busy');
  return { body, budget };
}

test('a body is read once, and only when it is needed', async () => {
  const source = Readable.from([Buffer.from('one '), Buffer.from('two')], { objectMode: false });
  const { body, budget } = open(source);
  expect([source.readableDidRead, body.isAsked, budget.taken]).toEqual([false, false, 0]);
  const [first, second] = await Promise.all([body.receive(), body.receive()]);
  expect([first.toString(), first === second, body.isAsked]).toEqual(['one two', true, true]);
});

test('thousands of tiny chunks take no more memory than their bytes', async () => {
  const source = Readable.from(
    Array.from({ length: 60_000 }, () => Buffer.from('x')),
    { objectMode: false },
  );
  const { body, budget } = open(source, { maxBytes: 65_536, most: 131_072 });
  expect((await body.receive()).length).toBe(60_000);
  expect(budget.taken).toBeLessThanOrEqual(65_536);
});

test('an announced length takes no memory', async () => {
  const source = new PassThrough();
  const { body, budget } = open(source, { maxBytes: 1_048_576, declared: 1_048_576, most: 2_000_000 });
  const received = body.receive();
  source.write('x');
  await expect.poll(() => budget.taken).toBe(65_536);
  source.end(Buffer.alloc(1_000_000));
  expect((await received).length).toBe(1_000_001);
});

test('a body above its limit is not read any further, and its connection stays open for a response', async () => {
  const source = new PassThrough();
  source.write(Buffer.alloc(1_001));
  const { body } = open(source);
  await expect(body.receive()).rejects.toMatchObject({ code: 'body_too_large' });
  expect(source.destroyed).toBe(false);
});

test.each([
  ['no bytes at all', 0, { windowMs: 30, leastBytes: 1 }],
  ['fewer bytes than any honest client', 3, { windowMs: 30, leastBytes: 100_000 }],
  ['bytes forever', 3, { windowMs: 60_000, leastBytes: 0, maxMs: 50 }],
])('a request whose client sends %s is aborted', async (_what, bytes, pace) => {
  const source = new PassThrough();
  const timer = setInterval(() => bytes && source.write(Buffer.alloc(bytes)), 5);
  const { body } = open(source, { pace });
  await expect(body.receive()).rejects.toMatchObject({ code: 'too_slow' });
  clearInterval(timer);
});

test('time that the shop itself spends on a body does not count', async () => {
  const source = new PassThrough();
  source.write('x');
  const { body } = open(source, { pace: { windowMs: 40, leastBytes: 100 } });
  let text = '';
  for await (const chunk of body.stream()) {
    text += chunk.toString();
    if (text === 'x') {
      await new Promise((resolve) => setTimeout(resolve, 120));
      source.end('y');
    }
  }
  expect(text).toBe('xy');
});

test('a request that loses its bytes to another client fails while it waits', async () => {
  const source = new PassThrough();
  const { body } = open(source);
  const received = body.receive();
  source.write('x');
  setImmediate(() => body.refuse('busy'));
  await expect(received).rejects.toMatchObject({ code: 'busy' });
});

test('a client that leaves causes a connection error', async () => {
  const source = new PassThrough();
  const { body } = open(source);
  const received = body.receive();
  source.write('x');
  setImmediate(() => source.destroy(new Error('reset')));
  await expect(received).rejects.toThrow('reset');
});
