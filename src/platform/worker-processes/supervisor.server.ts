import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '../worker/backoff.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** A process that serves requests. */
export interface WorkerProcess {
  readonly id: number;
  readonly pid: number | undefined;
  send(message: ToWorker): void;
  /** Ends it at once, even if its event loop is blocked. */
  kill(): void;
  onMessage(listener: (message: FromWorker) => void): void;
  onExit(listener: (code: number | null, signal: string | null) => void): void;
}

export interface Supervisor {
  readonly size: number;
  /** Starts the first worker, then the others together. False if the first one cannot start. */
  start(): Promise<boolean>;
  /** Sends to one worker, or to all but `except`. */
  send(worker: number, message: ToWorker): void;
  broadcast(message: ToWorker, except?: number): void;
  /** Replaces all workers, one at a time. Each old one ends only once the new one serves requests. */
  roll(): Promise<void>;
  /** Ends all workers in order, and kills those that take longer than `withinMs`. */
  stop(withinMs: number): Promise<void>;
}

interface Options {
  count: number;
  fork: () => WorkerProcess;
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
  /** Gets all messages except those about the worker's life. */
  onMessage: (worker: number, message: FromWorker) => void;
  onExit: (worker: number) => void;
  /** Called if no worker serves requests and none can be started. */
  onHopeless: () => void;
  times?: Partial<typeof TIMES>;
}

/** In ms. */
const TIMES = {
  beatMs: 1_000,
  /** A worker that waits for its requests to end has a minute for them. */
  retireMs: 80_000,
  /** A worker that has served for so long says nothing about whether the next one will. */
  provenMs: 60_000,
  firstDelayMs: 250,
  maxDelayMs: 10_000,
};
/** How many beats a worker may miss before it counts as hanging: while it starts, it loads its code in one go. */
const MISSED_BEATS = { starting: 60, serving: 10, retiring: 10 };
/** Together with their delays they take half a minute, in which a database that was restarted is back. */
const MAX_FAILED_STARTS = 8;

interface Member {
  process: WorkerProcess;
  state: keyof typeof MISSED_BEATS;
  missedBeats: number;
  servesSince: number;
  started: PromiseWithResolvers<boolean>;
  ended: PromiseWithResolvers<void>;
}

/** Keeps `count` workers running: replaces those that end or hang, at once, or later if they keep failing. */
export function createSupervisor(options: Options): Supervisor {
  const { count, log } = options;
  const times = { ...TIMES, ...options.times };
  const members = new Map<number, Member>();
  const stopping = new AbortController();
  let failures = 0;
  let isRolling = false;

  const listServing = () => [...members.values()].filter(({ state }) => state === 'serving');

  /** Resolves to whether it serves requests. */
  function launch(): Promise<boolean> {
    const process = options.fork();
    const started = Promise.withResolvers<boolean>();
    const ended = Promise.withResolvers<void>();
    const member: Member = { process, state: 'starting', missedBeats: 0, servesSince: 0, started, ended };
    members.set(process.id, member);
    process.onMessage((message) => {
      member.missedBeats = 0;
      if (message.kind === 'beat') return;
      if (message.kind !== 'ready') return options.onMessage(process.id, message);
      member.state = 'serving';
      member.servesSince = performance.now();
      started.resolve(true);
    });
    process.onExit((code, signal) => onExit(member, code, signal));
    return started.promise;
  }

  function onExit(member: Member, code: number | null, signal: string | null): void {
    const { process, state, servesSince } = member;
    members.delete(process.id);
    options.onExit(process.id);
    member.started.resolve(false);
    member.ended.resolve();
    if (stopping.signal.aborted || state !== 'serving') return;
    log.error({ worker: process.pid, code, signal }, 'a worker ended unexpectedly and is being replaced');
    if (performance.now() - servesSince > times.provenMs) failures = 0;
    void replace();
  }

  async function replace(): Promise<void> {
    for (;;) {
      const { firstDelayMs: first, maxDelayMs: max } = times;
      const delayMs = failures === 0 ? 0 : backoff(failures, { first, max });
      failures += 1;
      await pause(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted || (await launch()) || stopping.signal.aborted) return;
      log.error({ failures }, 'a worker could not be started');
      if (failures >= MAX_FAILED_STARTS && listServing().length === 0) return options.onHopeless();
    }
  }

  async function retire(member: Member): Promise<void> {
    member.state = 'retiring';
    member.process.send({ kind: 'retire' });
    const late = setTimeout(() => member.process.kill(), times.retireMs);
    await member.ended.promise;
    clearTimeout(late);
  }

  // Counts beats of its own instead of time, which also passes while this process is suspended.
  const beat = setInterval(() => {
    for (const member of members.values()) {
      member.missedBeats += 1;
      if (member.missedBeats <= MISSED_BEATS[member.state]) continue;
      log.error({ worker: member.process.pid }, 'a worker does not respond and was killed');
      member.process.kill();
    }
  }, times.beatMs);
  beat.unref();

  const broadcast = (message: ToWorker, except?: number) => {
    for (const [id, { process }] of members) if (id !== except) process.send(message);
  };

  return {
    get size() {
      return listServing().length;
    },
    async start() {
      if (!(await launch())) return false;
      for (let at = 1; at < count; at += 1) void replaceUnlessStarted();
      return true;
    },
    send: (worker, message) => members.get(worker)?.process.send(message),
    broadcast,
    async roll() {
      if (isRolling || stopping.signal.aborted) return log.warn({}, 'the workers are already being replaced');
      isRolling = true;
      const newest = Math.max(...members.keys());
      const hasOld = () => listServing().some(({ process }) => process.id <= newest);
      log.info({}, 'the workers are being replaced, one at a time');
      while (hasOld() && !stopping.signal.aborted) {
        if (!(await launch())) {
          if (!stopping.signal.aborted) log.error({}, 'a new worker could not be started, and the others stay');
          break;
        }
        const [oldest] = listServing();
        if (oldest && listServing().length > count) await retire(oldest);
      }
      isRolling = false;
      if (!hasOld()) log.info({}, 'all workers were replaced');
    },
    async stop(withinMs) {
      stopping.abort();
      clearInterval(beat);
      broadcast({ kind: 'stop' });
      const late = setTimeout(() => {
        for (const { process } of members.values()) process.kill();
      }, withinMs);
      await Promise.all([...members.values()].map(({ ended }) => ended.promise));
      clearTimeout(late);
    },
  };

  async function replaceUnlessStarted(): Promise<void> {
    if (!(await launch()) && !stopping.signal.aborted) await replace();
  }
}
