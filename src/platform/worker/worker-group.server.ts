import type { Worker } from './worker.server.ts';

/**
 * The workers of one process, by name. Code that writes a row notifies its worker by name, and needs no reference to
 * it.
 */
export interface WorkerGroup<Name extends string> {
  add(worker: Worker<Name>): void;
  get(name: Name): Worker<Name>;
  /** Does nothing if this process has no such worker. */
  notify(name: Name): void;
  start(): void;
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export function createWorkerGroup<Name extends string>(): WorkerGroup<Name> {
  const workers = new Map<Name, Worker<Name>>();
  const all = () => [...workers.values()];
  return {
    add(worker) {
      workers.set(worker.name, worker);
    },
    get(name) {
      const worker = workers.get(name);
      if (!worker) throw new Error(`no worker is named ${name}`);
      return worker;
    },
    notify: (name) => workers.get(name)?.notify(),
    start() {
      for (const worker of all()) worker.start();
    },
    async idle() {
      await Promise.all(all().map((worker) => worker.idle()));
    },
    async stop() {
      await Promise.all(all().map((worker) => worker.stop()));
    },
  };
}
