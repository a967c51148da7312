import { fileURLToPath } from 'node:url';
import { UnreadableFile } from '#src/features/imports/unreadable-file.ts';
import { createThread } from '#src/platform/thread.server.ts';
import type { FileMessage, FileResponse, FileTasks } from './file-messages.ts';

export interface FileReading {
  /**
   * Runs a task in the thread. Throws `UnreadableFile` with what is wrong with the file, and `ThreadEnded` if the
   * thread takes too long or is ended.
   */
  ask<Name extends keyof FileTasks>(task: Name, told: FileTasks[Name]['told']): Promise<FileTasks[Name]['gives']>;
}

export interface FileReader {
  /** Starts to read a file. `readPieces` starts at its first byte each time. Aborting `signal` ends the thread. */
  read(readPieces: () => AsyncIterator<Uint8Array>, signal: AbortSignal): FileReading;
  /** Ends the thread at once. */
  stop(): Promise<void>;
}

export interface FileReaderOptions {
  /** In ms, for a batch of rows or a piece of the file. */
  timeoutMs?: number;
  /** The path of the thread's program. */
  program?: string;
}

// In the build, the program is beside the server; otherwise it runs from its source.
const isBuilt = import.meta.url.endsWith('.js');
const PROGRAM = fileURLToPath(new URL(isBuilt ? './import-reader.js' : './file-thread.server.ts', import.meta.url));

/** A usual batch takes a few milliseconds; the largest one, of 50 rows of 256 KB, takes a second. */
const TIMEOUT_MS = 10_000;
const IDLE_MS = 30_000;
const MAX_HEAP_MEGABYTES = 192;

/** Reads the files of imports, one at a time, in a separate thread that can be ended at any moment. */
export function createFileReader({ timeoutMs = TIMEOUT_MS, program = PROGRAM }: FileReaderOptions = {}): FileReader {
  const thread = createThread<FileMessage, FileResponse>({
    program,
    name: 'imports',
    timeoutMs,
    idleMs: IDLE_MS,
    maxHeapMegabytes: MAX_HEAP_MEGABYTES,
  });
  return {
    read(readPieces, signal) {
      let pieces: AsyncIterator<Uint8Array> | null = null;
      return {
        async ask(task, told) {
          if (task === 'separator' || task === 'sample' || task === 'open') pieces = readPieces();
          let response = await thread.ask({ task, ...told } as FileMessage, signal);
          while ('wants' in response) {
            const next = await pieces?.next();
            response = await thread.ask({ piece: next?.done ? null : (next?.value ?? null) }, signal);
          }
          if ('value' in response) return response.value as never;
          throw 'unreadable' in response ? new UnreadableFile(response.unreadable) : new Error(response.error);
        },
      };
    },
    stop: thread.end,
  };
}
