import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFrameReader, encodeFrame, type Frame } from './frames.mjs';

export interface ImageChild {
  readonly pid: number | undefined;
  /** Whether it has ended or is about to: the next job needs another one. */
  readonly isEnding: boolean;
  /** Resolves once it can work; rejects when it ends before. */
  ready: Promise<void>;
  /** What it responds, or null when it ends without a response. Call it for one job at a time. */
  send(head: Record<string, unknown>, parts: Uint8Array[]): Promise<Frame | null>;
  /** Ends it at once. Resolves when it is gone. */
  kill(): Promise<void>;
}

export interface ChildLimits {
  /** Of the memory that it writes to, without the files it maps. Holds on Linux. */
  maxDataBytes: number;
  /** Of all its memory, watched by itself every few ms. Holds everywhere. */
  maxResidentBytes: number;
}

/** An encoded upload with its smaller variants takes a few megabytes. */
const MAX_FRAME_BYTES = 32 * 1024 * 1024;
const MAX_ERROR_CHARACTERS = 2_000;

// In the build the program lies beside the server, else it is run from its source.
const isBuilt = import.meta.url.endsWith('.js');
const program = fileURLToPath(new URL(isBuilt ? './image-process.js' : './main.mjs', import.meta.url));

// For compiled code V8 would reserve half a gigabyte, more than the limit of memory.
const NODE_OPTIONS = ['--jitless', '--v8-pool-size=1', '--max-old-space-size=128', '--expose-gc'];

// Limits before anything is loaded: no core files, small stacks, little memory. What a system does not know is left out.
const LIMIT_AND_RUN = `
(ulimit -c 0) 2>/dev/null && ulimit -c 0
(ulimit -s 2048) 2>/dev/null && ulimit -s 2048
[ "$1" = 0 ] || { (ulimit -d "$1") 2>/dev/null && ulimit -d "$1"; }
shift
command -v nice >/dev/null && exec nice -n 5 "$@"
exec "$@"`;

/** Nothing of the shop's: no key, no address of a database. Large buffers go back to the system when they are freed. */
const ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
};

/** Starts the image process: little memory, low priority, no secret, no socket of the shop's. It ends with the shop. */
export function startImageChild({ maxDataBytes, maxResidentBytes }: ChildLimits): ImageChild {
  const command = [process.execPath, ...NODE_OPTIONS, program, String(maxResidentBytes)];
  const maxDataKilobytes = process.platform === 'linux' ? Math.floor(maxDataBytes / 1024) : 0;
  const limited = ['/bin/sh', '-c', LIMIT_AND_RUN, 'sh', String(maxDataKilobytes), ...command];
  const [file = '', ...args] = existsSync('/bin/sh') ? limited : command;
  const child = spawn(file, args, {
    cwd: parse(process.execPath).root,
    env: ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });

  const ready = Promise.withResolvers<void>();
  let hasEnded = false;
  let isEnding = false;
  let errors = '';
  let respond: ((frame: Frame | null) => void) | null = null;

  const settle = (frame: Frame | null) => {
    respond?.(frame);
    respond = null;
    // An idle child keeps no process open.
    setReferenced(child, false);
  };
  const ended = new Promise<void>((resolve) => {
    const onEnd = (reason: string) => {
      hasEnded = true;
      isEnding = true;
      settle(null);
      ready.reject(new Error(`The image process did not start (${reason}). ${errors}`.trim()));
      resolve();
    };
    child.once('error', (error) => onEnd(error.message));
    // Not 'exit': what it wrote last may still be in the pipe.
    child.once('close', (code, signal) => onEnd(String(code ?? signal)));
  });
  const kill = () => {
    isEnding = true;
    setReferenced(child, !hasEnded);
    if (!hasEnded) child.kill('SIGKILL');
    return ended;
  };

  const read = createFrameReader(MAX_FRAME_BYTES, (frame) => {
    if (frame.head.ready === true) ready.resolve();
    else settle(frame);
  });
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      if (!isEnding) read(chunk);
    } catch {
      // What speaks like this is not our program any more.
      void kill();
    }
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-MAX_ERROR_CHARACTERS);
  });
  // Its end is an event of its own.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
  ready.promise.catch(() => {});

  return {
    pid: child.pid,
    get isEnding() {
      return isEnding;
    },
    ready: ready.promise,
    send(head, parts) {
      if (isEnding) return Promise.resolve(null);
      setReferenced(child, true);
      return new Promise((resolve) => {
        respond = resolve;
        for (const bytes of encodeFrame(head, parts)) child.stdin.write(bytes);
      });
    },
    kill,
  };
}

function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as (ChildProcess | Socket | null)[])
    if (isReferenced) handle?.ref();
    else handle?.unref();
}
