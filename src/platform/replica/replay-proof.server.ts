import { setTimeout as pause } from 'node:timers/promises';
import type { LogPosition, ReplayPosition } from './log-position.server.ts';

/** The replica has not replayed what a reader must see. */
export class ReplicaBehind extends Error {}

/** The server is no replica of the primary. */
export class ReplicaRefused extends Error {
  readonly state: 'promoted' | 'foreign';

  constructor(state: 'promoted' | 'foreign', message: string) {
    super(message);
    this.state = state;
  }
}

/** How long a reader waits for the replica, in ms. On one site, replicas are 1 to 20 ms behind. */
const PATIENCE_MS = 200;
const FIRST_PAUSE_MS = 2;

/**
 * Waits for a moment until the server at the end of a connection has replayed the log up to a position, so that a
 * statement that begins afterwards sees everything that was committed before. Asks nothing if what is `known` of the
 * connection already proves it. Throws `ReplicaBehind`, `ReplicaRefused` and the driver's errors.
 */
export async function catchUp({
  required,
  known,
  ask,
  onPosition,
}: {
  required: LogPosition;
  known: ReplayPosition | null;
  ask: () => Promise<ReplayPosition>;
  onPosition: (position: ReplayPosition) => void;
}): Promise<void> {
  if (known && isAt(known, required)) return;
  const deadline = performance.now() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const position = await ask();
    if (!position.isReplaying)
      throw new ReplicaRefused('promoted', 'It accepts writes, as a primary or a replica that was promoted does.');
    if (position.timeline !== required.timeline)
      throw new ReplicaRefused(
        'foreign',
        'It replays another log than that of the primary, or has not followed a failover yet.',
      );
    onPosition(position);
    if (isAt(position, required)) return;
    if (performance.now() + pauseMs > deadline) throw new ReplicaBehind('the replica has not caught up in time');
    await pause(pauseMs);
  }
}

const isAt = (position: LogPosition, required: LogPosition) =>
  position.timeline === required.timeline && position.bytes >= required.bytes;
