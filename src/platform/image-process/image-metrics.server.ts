import { Counter, type Registry } from 'prom-client';

export type ImageResult = 'done' | 'busy' | 'unreadable' | 'too_large';

export interface ImageMetrics {
  started(): void;
  finished(job: string, result: ImageResult): void;
  /** An image was given up because of its memory, its time or a crash. */
  killed(reason: string): void;
}

/** Counts what the image process of this shop did. */
export function createImageMetrics(registry: Registry): ImageMetrics {
  const registers = [registry];
  const starts = new Counter({ name: 'image_process_starts_total', help: 'Starts of the image process.', registers });
  const jobs = new Counter({
    name: 'image_jobs_total',
    help: 'Images decoded or drawn, by result.',
    labelNames: ['job', 'result'],
    registers,
  });
  const kills = new Counter({
    name: 'image_process_kills_total',
    help: 'Images given up with their process, by reason.',
    labelNames: ['reason'],
    registers,
  });
  return {
    started: () => starts.inc(),
    finished: (job, result) => jobs.inc({ job, result }),
    killed: (reason) => kills.inc({ reason }),
  };
}
