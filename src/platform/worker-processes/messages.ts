import type { MetricsSnapshot } from './collected-metrics.server.ts';
import type { SharedCounts } from './count-sharing.server.ts';
import type { TurnNews, TurnRequest } from './machine-turn.server.ts';

/** What a worker has to know before it can serve requests. */
export interface WorkerStart {
  databaseUrl: string;
  directUrl: string;
  secret: string;
  port: number;
  workers: number;
}

/** What the parent tells a worker. */
export type ToWorker =
  | { kind: 'start'; start: WorkerStart }
  /** The port is free for it. */
  | { kind: 'listen' }
  /** A shutdown is near: it is not ready any more, but still serves requests. */
  | { kind: 'drain' }
  /** Another worker takes over: it ends as soon as its requests have. */
  | { kind: 'retire' }
  | { kind: 'stop' }
  | { kind: 'counts'; counts: SharedCounts }
  | { kind: 'turn'; news: TurnNews }
  | { kind: 'report metrics'; collection: number }
  | { kind: 'metrics'; request: number; text: string };

/** What a worker tells its parent. */
export type FromWorker =
  | { kind: 'hello' }
  | { kind: 'beat' }
  | { kind: 'about to listen' }
  | { kind: 'ready' }
  | { kind: 'counts'; counts: SharedCounts }
  | { kind: 'turn'; request: TurnRequest }
  /** `collection`: null if nobody has asked, because it is about to end. */
  | { kind: 'snapshot'; collection: number | null; snapshot: MetricsSnapshot }
  | { kind: 'read metrics'; request: number };
