import type { Readable } from 'node:stream';
import type { ProblemCode } from '#src/shared/problem.ts';
import type { BodyShare } from './body-budget.server.ts';

/** Thrown when reading of a body stops. What has arrived of it is useless. */
export class BodyRefused extends Error {
  readonly code: Extract<ProblemCode, 'body_too_large' | 'busy' | 'too_slow'>;

  constructor(code: BodyRefused['code']) {
    super(`a body was refused: ${code}`);
    this.name = 'BodyRefused';
    this.code = code;
  }
}

/** How slowly a body may arrive. Only the time that the shop spends waiting for it counts. */
export interface BodyPace {
  /** In ms. The shop gives up on a client that sends less than `leastBytes` in this time. */
  windowMs: number;
  leastBytes: number;
  /** For the whole body, in ms. */
  maxMs?: number | undefined;
}

/** The body of a request. Nothing of it is read until somebody asks for it. */
export interface RequestBody {
  /** The whole body in one buffer, read once. Throws `BodyRefused`, or the error of a client that left. */
  receive(): Promise<Buffer<ArrayBuffer>>;
  /** The body as it arrives, for a reader that forwards it. Throws like `receive`. */
  stream(): AsyncGenerator<Buffer, void, undefined>;
  /** Whether `receive` or `stream` was called. */
  readonly isAsked: boolean;
  /** Stops reading the body. Code that waits for more of it gets `BodyRefused`. */
  refuse(code: BodyRefused['code']): void;
}

/** Larger buffers grow as data arrives, so that an announced length alone takes no memory. */
const MAX_FIRST_BYTES = 64 * 1024;
const MIN_FIRST_BYTES = 4 * 1024;
const WAKING_EVENTS = ['readable', 'end', 'error', 'close', 'refused'];

/**
 * Reads a body within its limits: size, pace, and how much memory `share` allows. `declared` is its announced length. A
 * refused body stays unread in `source`, so that a response can still be sent.
 */
export function openRequestBody(parts: {
  source: Readable;
  declared: number | null;
  maxBytes: number;
  pace: BodyPace;
  share: BodyShare;
}): RequestBody {
  const { source, declared, maxBytes, share } = parts;
  const pace = createPacedWait(source, parts.pace);
  // A client may disconnect while nobody is reading. The next reader gets the error.
  source.on('error', () => {});
  let refusal: BodyRefused | null = null;
  let received: Promise<Buffer<ArrayBuffer>> | null = null;
  let isAsked = false;

  async function* stream(): AsyncGenerator<Buffer, void, undefined> {
    isAsked = true;
    let size = 0;
    for (;;) {
      if (refusal) throw refusal;
      const chunk: Buffer | null = source.read();
      if (chunk) {
        size += chunk.length;
        pace.count(chunk.length);
        if (size > maxBytes) throw new BodyRefused('body_too_large');
        yield chunk;
      } else {
        if (source.readableEnded) return;
        if (source.destroyed) throw source.errored ?? new Error('The client left before its body was sent.');
        await pace.wait();
      }
    }
  }

  async function readWhole(): Promise<Buffer<ArrayBuffer>> {
    let buffer = Buffer.alloc(0);
    let size = 0;
    for await (const chunk of stream()) {
      const needed = size + chunk.length;
      if (needed > buffer.length) {
        const first = Math.min(declared ?? MIN_FIRST_BYTES, MAX_FIRST_BYTES);
        const length = Math.min(maxBytes, Math.max(needed, buffer.length * 2, first));
        if (!share.take(length - buffer.length)) throw refusal ?? new BodyRefused('busy');
        // Copies the pieces, since thousands of tiny ones would take many times their size.
        const grown = Buffer.allocUnsafeSlow(length);
        buffer.copy(grown, 0, 0, size);
        buffer = grown;
      }
      chunk.copy(buffer, size);
      size = needed;
    }
    return buffer.subarray(0, size);
  }

  return {
    receive() {
      isAsked = true;
      received ??= readWhole();
      return received;
    },
    stream,
    get isAsked() {
      return isAsked;
    },
    refuse(code) {
      refusal ??= new BodyRefused(code);
      source.emit('refused');
    },
  };
}

/** Waits until `source` has more data, has ended or is refused. Throws if that takes too long. */
function createPacedWait(source: Readable, { windowMs, leastBytes, maxMs = Number.POSITIVE_INFINITY }: BodyPace) {
  let waitedMs = 0;
  let windowWaitedMs = 0;
  let windowBytes = 0;
  return {
    count(bytes: number) {
      windowBytes += bytes;
    },
    async wait() {
      const startedAt = performance.now();
      const wake = Promise.withResolvers<void>();
      for (const event of WAKING_EVENTS) source.once(event, wake.resolve);
      const timer = setTimeout(wake.resolve, Math.min(windowMs - windowWaitedMs, maxMs - waitedMs));
      await wake.promise;
      clearTimeout(timer);
      for (const event of WAKING_EVENTS) source.off(event, wake.resolve);
      const ms = performance.now() - startedAt;
      waitedMs += ms;
      windowWaitedMs += ms;
      if (waitedMs >= maxMs) throw new BodyRefused('too_slow');
      if (windowWaitedMs < windowMs) return;
      if (windowBytes < leastBytes) throw new BodyRefused('too_slow');
      windowWaitedMs = 0;
      windowBytes = 0;
    },
  };
}
