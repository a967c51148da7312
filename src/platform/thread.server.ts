import { parentPort, Worker } from 'node:worker_threads';

export interface ThreadOptions {
  /** The path of its program, which posts one response to each message by `listenInThread`. */
  program: string;
  name: string;
  /** For one response, in ms. Starting the thread does not count, since that may take long on a busy machine. */
  timeoutMs: number;
  /** How long an idle thread is kept, in ms. */
  idleMs: number;
  /** The limit of the thread's heap, in MB. */
  maxHeapMegabytes: number;
}

export interface Thread<Message, Response> {
  /**
   * Sends a message and resolves to the response, one at a time. Throws `ThreadEnded` if the thread fails, takes too
   * long, or `signal` is aborted. The thread is then ended, whatever it is doing, and the next message starts another.
   */
  ask(message: Message, signal?: AbortSignal): Promise<Response>;
  end(): Promise<void>;
}

/** The thread ended without a response. */
export class ThreadEnded extends Error {}

/** The first message of a thread. */
const READY = 'ready';
/** From the start of a thread until it is ready. Generous, since its program is our own. */
const START_TIMEOUT_MS = 60_000;

/** In a thread: calls `handle` for each message, and reports that the thread is ready. */
export function listenInThread<Message>(handle: (message: Message) => void): void {
  parentPort?.on('message', handle);
  parentPort?.postMessage(READY);
}

/**
 * A thread for long computations, or for reading what strangers wrote. It has little memory, no environment and a time
 * limit; it is started when needed and replaced when it fails. An idle one does not keep the process alive.
 */
export function createThread<Message, Response>(options: ThreadOptions): Thread<Message, Response> {
  const { program, name, timeoutMs, idleMs, maxHeapMegabytes } = options;
  let thread: Worker | null = null;
  const ready = new WeakSet<Worker>();
  let idle: NodeJS.Timeout | undefined;

  function getThread(): Worker {
    if (thread) return thread;
    const started = new Worker(program, {
      name,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes, maxYoungGenerationSizeMb: 16 },
    });
    // Between two messages, nothing else listens.
    started
      .on('error', () => {})
      .on('exit', () => {
        if (thread === started) thread = null;
      });
    thread = started;
    return started;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    thread = null;
    await ending?.terminate();
  }

  return {
    async ask(message, signal) {
      clearTimeout(idle);
      if (signal?.aborted) throw new ThreadEnded('nobody waits for it');
      const worker = getThread();
      worker.ref();
      try {
        return await exchange<Message, Response>(worker, message, { timeoutMs, ready, signal });
      } catch (error) {
        if (error instanceof ThreadEnded) await end();
        throw error;
      } finally {
        worker.unref();
        idle = setTimeout(() => void end(), idleMs).unref();
      }
    },
    end,
  };
}

function exchange<Message, Response>(
  worker: Worker,
  message: Message,
  { timeoutMs, ready, signal }: { timeoutMs: number; ready: WeakSet<Worker>; signal: AbortSignal | undefined },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const give = (reason: string) => finish(() => reject(new ThreadEnded(reason)));
    const onExit = () => give('the thread ended');
    const onError = (error: unknown) => give(String(error));
    const onAbort = () => give('nobody waits for it any more');
    const startTimer = (ms: number) => setTimeout(() => give('it took too long'), ms);
    let timer = startTimer(ready.has(worker) ? timeoutMs : START_TIMEOUT_MS);
    const onMessage = (response: Response | typeof READY) => {
      if (response !== READY) return finish(() => resolve(response));
      ready.add(worker);
      clearTimeout(timer);
      timer = startTimer(timeoutMs);
    };
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      worker.off('exit', onExit).off('error', onError).off('message', onMessage);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    worker.on('exit', onExit).on('error', onError).on('message', onMessage);
    signal?.addEventListener('abort', onAbort);
    worker.postMessage(message);
  });
}
