// The image process: decodes what strangers send, one image at a time. The shop starts it with little memory and no
// secrets.
import { writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { createFrameReader, encodeFrame } from './frames.mjs';
import { JOBS, RejectedImage } from './jobs.mjs';

/** A whole upload and a drawing. */
const MAX_FRAME_BYTES = 12 * 1024 * 1024;
/** In this time, a decoder fills about 10 MB. */
const WATCH_INTERVAL_MS = 5;
/** A new process uses 62 MB. */
const MAX_KEPT_BYTES = 100 * 1024 * 1024;

const maxResidentBytes = Number(process.argv[2]);

// Ctrl-C reaches every process of the terminal. The shop finishes its requests first and then ends this process.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => {});
// On other systems, the shop starts this process with low priority.
if (process.platform === 'win32') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Kills the process, since an orderly exit would wait for the decoder. */
const end = () => process.kill(process.pid, 'SIGKILL');

const read = createFrameReader(MAX_FRAME_BYTES, (frame) => void run(frame));
process.stdin.on('data', read);
// However the shop ends, its side of the pipe closes.
for (const event of ['end', 'close', 'error']) process.stdin.on(event, end);
process.stdout.on('error', end);
write({ ready: true });

/** @param {import('./frames.mjs').Frame} frame */
async function run({ head, parts }) {
  const watch = setInterval(endAboveLimit, WATCH_INTERVAL_MS);
  try {
    const result = await JOBS[String(head.job)]?.(head, parts);
    if (!result) throw new Error('There is no such job.');
    write({ ...result.head, result: 'done' }, result.parts, endUnlessFreed);
  } catch (error) {
    const result = error instanceof RejectedImage ? error.reason : 'failed';
    const message = error instanceof Error ? error.message.slice(0, 200) : '';
    write({ result, ...(result === 'failed' ? { message } : {}) }, [], endUnlessFreed);
  } finally {
    clearInterval(watch);
  }
}

/** Ends the process if the last image left memory in use that the next one would lack. The shop then starts another. */
function endUnlessFreed() {
  globalThis.gc?.();
  if (process.memoryUsage.rss() > MAX_KEPT_BYTES) end();
}

/** The system's own limit only works on Linux, and only this process can check often enough. */
function endAboveLimit() {
  const residentBytes = process.memoryUsage.rss();
  if (residentBytes <= maxResidentBytes) return;
  try {
    for (const bytes of encodeFrame({ result: 'memory', residentBytes })) writeSync(1, bytes);
  } finally {
    end();
  }
}

/**
 * @param {Record<string, unknown>} head
 * @param {Uint8Array[]} [parts]
 * @param {() => void} [onWritten]
 */
function write(head, parts, onWritten) {
  for (const bytes of encodeFrame(head, parts)) process.stdout.write(bytes);
  if (onWritten) process.stdout.write('', onWritten);
}
