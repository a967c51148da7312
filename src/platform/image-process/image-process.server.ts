import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { createConcurrencyLimiter } from '../concurrency-limiter.server.ts';
import { createFairQueue, NoPlace, type Place } from '../fair-queue.server.ts';
import { ALWAYS_OURS, type MachineTurn } from '../worker-processes/machine-turn.server.ts';
import { type ImageChild, startImageChild } from './child.server.ts';
import type { Frame } from './frames.mjs';
import type { ImageMetrics, ImageResult } from './image-metrics.server.ts';
import { onTimeUp } from './job-time.server.ts';

export interface ImageLimits {
  /**
   * For one image, in ms of processor time, so that a busy machine does not reject what it has only begun. Where the
   * system does not tell the time of a process, in ms.
   */
  timeoutMs: number;
  /** How long one image may keep the others waiting, in ms, however busy the machine is. */
  maxWaitMs: number;
  /** How long an idle process is kept, in ms. */
  idleMs: number;
  /** How many uploads may be arriving, waiting or being decoded, in total and for one network. */
  maxUploads: number;
  maxUploadsPerNetwork: number;
  maxDataBytes: number;
  maxResidentBytes: number;
}

/** Who uploads. `signal` is aborted when they disconnect. */
export interface Uploader {
  network: string;
  signal?: AbortSignal | undefined;
  /** The place from `enter`. Without one, they take a place for this job only. */
  place?: Place;
}

/**
 * The bytes of an upload, or a function that reads them when it is the upload's turn, so that waiting uploads are not
 * in memory.
 */
export type UploadedBytes = Uint8Array | (() => Promise<Uint8Array>);

/**
 * The result of a job. `busy`: too many are waiting, the client disconnected, or the process cannot be started. The
 * other failures are the image's fault.
 */
export type JobOutcome = { done: Frame } | { failed: 'busy' | 'unreadable' | 'too_large' };

type Job = 'encode' | 'draw' | 'inspect';

export interface ImageProcess {
  /**
   * Takes a place in the queue for an upload that is yet to arrive; null if there is none. `onLost` is called when
   * another network takes it.
   */
  enter(from: Uploader, onLost: () => void): Place | null;
  /**
   * Runs the job `encode` of `jobs.mjs` when it is this network's turn. Turns go by network, since accounts are free
   * and one network can have any number of them. `fields` describes the image in the log.
   */
  encode(from: Uploader, options: object, upload: UploadedBytes, fields: object): Promise<JobOutcome>;
  /** Runs the job `inspect` of `jobs.mjs` on a PDF, in the same queue as images. */
  inspect(from: Uploader, upload: UploadedBytes, fields: object): Promise<JobOutcome>;
  /** Runs the job `draw` of `jobs.mjs`. It waits only for the upload in progress. */
  draw(options: object, parts: Uint8Array[], fields: object): Promise<JobOutcome>;
  /** The id of the running process, if there is one. */
  readonly pid: number | undefined;
  /** Ends the process. Later jobs get 'busy'. */
  stop(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;
/** Node with the decoders takes 62 MB, and the largest accepted image another 160 MB. */
const LIMITS: ImageLimits = {
  timeoutMs: 15_000,
  maxWaitMs: 60_000,
  idleMs: 60_000,
  maxUploads: 24,
  maxUploadsPerNetwork: 6,
  maxDataBytes: 226 * MEGABYTE,
  maxResidentBytes: 230 * MEGABYTE,
};
/** The most processor time of a PDF. An ordinary one takes a fraction of a second, and others wait behind it. */
const MAX_INSPECTION_MS = 5_000;
/** The most jobs that wait for the current one: drawings and the next upload. */
const MAX_WAITING_JOBS = 16;
const START_TIMEOUT_MS = 20_000;

const BUSY: JobOutcome = { failed: 'busy' };

const responseSchema = z.object({
  result: z.enum(['done', 'unreadable', 'too_large', 'memory', 'failed']),
  residentBytes: z.number().optional(),
  message: z.string().max(200).optional(),
});

type Log = {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/**
 * Decodes and draws images in a separate process, which is started when needed, ended when idle, and replaced when it
 * fails. An image made to exhaust memory or time only ends that process.
 */
export function createImageProcess(deps: {
  log: Log;
  metrics?: ImageMetrics;
  limits?: Partial<ImageLimits>;
  /** Held while the process exists, so that a machine with several workers has one such process at a time. */
  turn?: MachineTurn;
}): ImageProcess {
  const { log, metrics, turn = ALWAYS_OURS } = deps;
  const limits = { ...LIMITS, ...deps.limits };
  const places = { maxPlaces: limits.maxUploads, maxPlacesPerClient: limits.maxUploadsPerNetwork };
  const uploads = createFairQueue({ maxConcurrent: 1, ...places }, () => new NoPlace());
  const turns = createConcurrencyLimiter(1, MAX_WAITING_JOBS);
  let child: ImageChild | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isRunning = false;
  let ended = Promise.resolve();

  const endChild = () => {
    const ending = child;
    child = null;
    ended = Promise.all([ended, ending?.kill()]).then(turn.giveBack);
    return ended;
  };
  turn.onWanted(() => {
    if (!isRunning) void endChild();
  });

  /** The process, ready to work; null if it cannot be started. */
  async function getChild(): Promise<ImageChild | null> {
    if (child && !child.isEnding) return child;
    await ended;
    await turn.take();
    if (isStopped) return null;
    const started = startImageChild(limits);
    child = started;
    metrics?.started();
    const waited = new AbortController();
    const late = pause(START_TIMEOUT_MS, undefined, { signal: waited.signal }).then(() => {
      throw new Error('The image process took too long to start.');
    });
    late.catch(() => {});
    try {
      await Promise.race([started.ready, late]);
      log.debug({ pid: started.pid }, 'the image process runs');
      return started;
    } catch (error) {
      if (!isStopped) log.error({ err: error }, 'the image process cannot be started');
      await endChild();
      return null;
    } finally {
      waited.abort();
    }
  }

  async function runNow(job: string, options: object, parts: Uint8Array[], fields: object): Promise<JobOutcome> {
    clearTimeout(idle);
    const isReused = child !== null;
    const worker = isStopped ? null : await getChild();
    if (!worker || isStopped) return { failed: 'busy' };
    let isLate = false;
    const timeoutMs = job === 'inspect' ? Math.min(limits.timeoutMs, MAX_INSPECTION_MS) : limits.timeoutMs;
    const cancel = onTimeUp(worker, { ...limits, timeoutMs }, () => {
      isLate = true;
      void worker.kill();
    });
    const frame = await worker.send({ ...options, job }, parts);
    cancel();
    const response = frame && responseSchema.safeParse(frame.head).data;
    if (!frame || !response || response.result === 'memory') {
      await endChild();
      if (isStopped) return { failed: 'busy' };
      // Memory that an earlier image left behind may be the reason.
      if (isReused && !isLate) return runNow(job, options, parts, fields);
      const reason = response ? response.result : isLate ? 'time' : 'crash';
      log.warn(
        { job, reason, residentBytes: response?.residentBytes, ...fields },
        'an image was given up, and its process was ended',
      );
      metrics?.killed(reason);
      return { failed: 'unreadable' };
    }
    const { result, message } = response;
    idle = setTimeout(() => void endChild(), limits.idleMs).unref();
    if (result === 'failed') throw new Error(`The image process failed: ${message ?? ''}`);
    return result === 'done' ? { done: frame } : { failed: result };
  }

  async function run(job: Job, options: object, parts: Uint8Array[], fields: object) {
    const outcome = await turns.run(async () => {
      isRunning = true;
      try {
        return await runNow(job, options, parts, fields);
      } finally {
        isRunning = false;
        if (turn.isWanted()) await endChild();
      }
    });
    return outcome ?? BUSY;
  }

  const enter = ({ network, signal }: Uploader, onLost?: () => void) => uploads.enter(network, { signal, onLost });

  async function runUpload(job: Job, from: Uploader, options: object, upload: UploadedBytes, fields: object) {
    const place = from.place ?? enter(from);
    if (!place) return BUSY;
    try {
      return await place.run(async () => {
        if (from.signal?.aborted) return BUSY;
        return run(job, options, [typeof upload === 'function' ? await upload() : upload], fields);
      });
    } catch (error) {
      if (error instanceof NoPlace) return BUSY;
      throw error;
    } finally {
      if (!from.place) place.leave();
    }
  }

  function count(job: Job, outcome: JobOutcome): JobOutcome {
    const result: ImageResult = 'done' in outcome ? 'done' : outcome.failed;
    metrics?.finished(job, result);
    return outcome;
  }

  return {
    enter,
    encode: async (...parts) => count('encode', await runUpload('encode', ...parts)),
    inspect: async (from, upload, fields) => count('inspect', await runUpload('inspect', from, {}, upload, fields)),
    draw: async (...parts) => count('draw', await run('draw', ...parts)),
    get pid() {
      return child?.pid;
    },
    async stop() {
      isStopped = true;
      clearTimeout(idle);
      await endChild();
    },
  };
}
