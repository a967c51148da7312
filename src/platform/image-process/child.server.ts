import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFrameReader, encodeFrame, type Frame } from './frames.mjs';

export interface ImageChild {
  readonly pid: number | undefined;
  /** Whether it has ended or is about to. The next job then needs another process. */
  readonly isEnding: boolean;
  /** Resolves once it can work; rejects if it ends before that. */
  ready: Promise<void>;
  /** How much processor time it has used, in ms; null where the system does not tell. */
  readCpuMs(): number | null;
  /** Its response, or null if it ends without one. Call it for one job at a time. */
  send(head: Record<string, unknown>, parts: Uint8Array[]): Promise<Frame | null>;
  /** Kills it immediately. Resolves when it is gone. */
  kill(): Promise<void>;
}

export interface ChildLimits {
  /** For the memory that it writes to, without the files that it maps. Works on Linux only. */
  maxDataBytes: number;
  /** For all of its memory, which it checks itself every few ms. Works everywhere. */
  maxResidentBytes: number;
}

/** An encoded upload with its smaller variants takes a few megabytes. */
const MAX_FRAME_BYTES = 32 * 1024 * 1024;
const MAX_ERROR_CHARACTERS = 2_000;

// In the build, the program is beside the server; otherwise it runs from source.
const isBuilt = import.meta.url.endsWith('.js');
const program = fileURLToPath(new URL(isBuilt ? './image-process.js' : './main.mjs', import.meta.url));

// V8 would reserve half a gigabyte for compiled code, which exceeds the memory limit.
const NODE_OPTIONS = ['--jitless', '--v8-pool-size=1', '--max-old-space-size=128', '--expose-gc'];

// Sets limits before anything is loaded: no core files, small stacks, little memory. Limits that a system does not know
// are skipped.
const LIMIT_AND_RUN = `
(ulimit -c 0) 2>/dev/null && ulimit -c 0
(ulimit -s 2048) 2>/dev/null && ulimit -s 2048
[ "$1" = 0 ] || { (ulimit -d "$1") 2>/dev/null && ulimit -d "$1"; }
shift
command -v nice >/dev/null && exec nice -n 5 "$@"
exec "$@"`;

/** A package brings a library beside its Node, which small systems lack: see `scripts/make-package.mjs`. */
const LIBRARIES = join(dirname(dirname(process.execPath)), 'lib');
const hasLibraries = existsSync(join(LIBRARIES, 'libatomic.so.1'));

/**
 * Nothing from the shop's environment: no keys, no database address. Large buffers go back to the system when freed.
 */
const ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  ...(hasLibraries && { LD_LIBRARY_PATH: LIBRARIES }),
};

/**
 * Starts the image process with little memory, low priority, no secrets and none of the shop's sockets. It ends with
 * the shop.
 */
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
    // An idle child must not keep the shop's process alive.
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
    // Not 'exit', since its last output may still be in the pipe.
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
      // Whatever sends this is no longer our program.
      void kill();
    }
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-MAX_ERROR_CHARACTERS);
  });
  // Errors of its streams are ignored, since its end has its own event.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
  ready.promise.catch(() => {});

  return {
    pid: child.pid,
    get isEnding() {
      return isEnding;
    },
    ready: ready.promise,
    readCpuMs: () => readCpuMs(child.pid),
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

/** Linux counts in hundredths of a second for every program, whatever the kernel's own clock. */
const MS_PER_TICK = 10;

function readCpuMs(pid: number | undefined): number | null {
  try {
    // The name of the program, in parentheses, may contain spaces. User and system time are the 14th and 15th field.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return null;
  }
}

function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as (ChildProcess | Socket | null)[])
    if (isReferenced) handle?.ref();
    else handle?.unref();
}
