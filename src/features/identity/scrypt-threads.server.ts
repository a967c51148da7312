import { Worker } from 'node:worker_threads';

export interface ScryptJob {
  password: string;
  salt: Uint8Array;
  keyLength: number;
  options: { N: number; r: number; p: number; maxmem: number };
}

export interface ScryptThreads {
  /** Each job has a thread for itself, so whoever calls this limits how many run at once. */
  derive(job: ScryptJob): Promise<Uint8Array>;
  /** Ends all threads; jobs that run are rejected. */
  close(): Promise<void>;
}

/** For tests, which make the threads of this name hash quickly. */
const THREAD_NAME = 'password-hashing';
/** In MB. A thread keeps nothing from one job to the next, and the memory of `scrypt` is not counted. */
const THREAD_HEAP = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

/**
 * Derives keys in threads of their own. The asynchronous `scrypt` would occupy the few threads in which Node reads
 * files, resolves names, compresses and decodes images. A thread that fails is replaced by the next job.
 */
export function createScryptThreads(): ScryptThreads {
  const threads = new Set<Worker>();
  const idle: Worker[] = [];

  function startThread(): Worker {
    // Created from its source text, so that neither the build nor the tests have to know the path of a file.
    const thread = new Worker(`(${serveJobs})()`, { eval: true, name: THREAD_NAME, resourceLimits: THREAD_HEAP });
    threads.add(thread);
    const forget = () => {
      threads.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    };
    thread.on('error', forget).on('exit', forget);
    return thread;
  }

  return {
    async derive(job) {
      const thread = idle.pop() ?? startThread();
      // An idle thread keeps no process alive.
      thread.ref();
      try {
        return await runJob(thread, job);
      } finally {
        thread.unref();
        if (threads.has(thread)) idle.push(thread);
      }
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

function runJob(thread: Worker, job: ScryptJob): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const onExit = () => finish(() => reject(new Error('the thread ended before its result')));
    const onError = (error: unknown) => finish(() => reject(error));
    const onMessage = (key: Uint8Array) => finish(() => resolve(key));
    const finish = (settle: () => void) => {
      thread.off('exit', onExit).off('error', onError).off('message', onMessage);
      settle();
    };
    thread.on('exit', onExit).on('error', onError).on('message', onMessage);
    thread.postMessage(job);
  });
}

/** Runs in the thread from its text alone: nothing else of this module is there. */
function serveJobs(): void {
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  const { scryptSync } = process.getBuiltinModule('node:crypto');
  parentPort?.on('message', ({ password, salt, keyLength, options }: ScryptJob) => {
    parentPort.postMessage(scryptSync(password, salt, keyLength, options));
  });
}
