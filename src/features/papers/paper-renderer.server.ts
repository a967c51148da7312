import { fileURLToPath } from 'node:url';
import { createFairQueue } from '#src/platform/fair-queue.server.ts';
import { Overloaded } from '#src/platform/overloaded.server.ts';
import { createThread, ThreadEnded } from '#src/platform/thread.server.ts';
import type { Paper } from './contract.ts';

/** The client for whom a paper is rendered. `signal` is aborted when they have left. */
export interface PaperReader {
  network: string;
  signal?: AbortSignal | undefined;
}

export interface PaperRenderer {
  /**
   * A paper as PDF. The same paper always has the same bytes. Networks take turns. Throws `Overloaded` if too many are
   * waiting, and an error for a paper that does not add up. Without `reader`, the shop itself is the client.
   */
  render(paper: Paper, reader?: PaperReader): Promise<Uint8Array>;
  /** Ends the thread. Waiting papers are rejected. */
  stop(): Promise<void>;
}

export interface PaperLimits {
  /** In ms, for one paper. */
  timeoutMs: number;
  /** In ms: how long the thread stays alive without work. */
  idleMs: number;
  /** The most papers that are rendered or waiting, in total and per network. */
  maxPlaces: number;
  maxPlacesPerNetwork: number;
  /** The size of the thread's heap, in MB. */
  maxHeapMegabytes: number;
}

/** A thousand lines take a second or two and a tenth of a gigabyte. */
const LIMITS: PaperLimits = {
  timeoutMs: 20_000,
  idleMs: 60_000,
  maxPlaces: 16,
  maxPlacesPerNetwork: 4,
  maxHeapMegabytes: 256,
};
const RETRY_AFTER_SECONDS = 2;

// In the build, the program is beside the server; otherwise it runs from its source.
const isBuilt = import.meta.url.endsWith('.js');
const program = fileURLToPath(new URL(isBuilt ? './paper-renderer.js' : './render-thread.server.ts', import.meta.url));

type Log = { warn(fields: object, message: string): void };
type Rendered = { bytes: Uint8Array } | { error: string };

/** Renders papers one at a time in a separate thread: a thousand lines would block every request for seconds. */
export function createPaperRenderer({ log, limits }: { log: Log; limits?: Partial<PaperLimits> }): PaperRenderer {
  const { timeoutMs, idleMs, maxPlaces, maxPlacesPerNetwork, maxHeapMegabytes } = { ...LIMITS, ...limits };
  const createError = () => new Overloaded('busy', RETRY_AFTER_SECONDS);
  const queue = createFairQueue({ maxConcurrent: 1, maxPlaces, maxPlacesPerClient: maxPlacesPerNetwork }, createError);
  const thread = createThread<Paper, Rendered>({ program, name: 'papers', timeoutMs, idleMs, maxHeapMegabytes });
  let isStopped = false;

  async function renderNow(paper: Paper): Promise<Uint8Array> {
    if (isStopped) throw createError();
    try {
      const rendered = await thread.ask(paper);
      if ('error' in rendered) throw new Error(`The paper cannot be rendered: ${rendered.error}`);
      return rendered.bytes;
    } catch (error) {
      if (error instanceof ThreadEnded) {
        if (isStopped) throw createError();
        log.warn({ kind: paper.kind, reason: error.message }, 'a paper was given up, and its thread was ended');
      }
      throw error;
    }
  }

  return {
    async render(paper, { network, signal } = { network: '' }) {
      const place = queue.enter(network, { signal });
      if (!place) throw createError();
      try {
        return await place.run(() => renderNow(paper));
      } finally {
        place.leave();
      }
    },
    async stop() {
      isStopped = true;
      await thread.end();
    },
  };
}
