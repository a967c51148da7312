import { shareRuns } from './shared-runs.server.ts';
import { createStandingConnection } from './standing-connection.server.ts';

/** A place in a cluster's write-ahead log. */
export interface LogPosition {
  /** The cluster and its timeline, which changes with each failover. Places on different timelines cannot be compared. */
  timeline: string;
  /** In bytes since the beginning of the log. */
  bytes: bigint;
}

/** Where a server that replays the log of another has arrived. */
export interface ReplayPosition extends LogPosition {
  /** False for a primary, or for a replica that was promoted. */
  isReplaying: boolean;
}

export interface PositionReader {
  /**
   * A place behind which nothing is that was committed before the call. Simultaneous callers share a statement that
   * began after all their calls. Throws the driver's errors.
   */
  read(): Promise<LogPosition>;
  close(): Promise<void>;
}

/**
 * With `synchronous_commit` off, a commit is confirmed before it is flushed. Otherwise the flushed place is the better
 * one: what follows it belongs to nobody's confirmed commit, and is sent to replicas only later.
 */
const PRIMARY_POSITION = `select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end - '0/0')::text as bytes,
  left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as line,
  (select system_identifier::text from pg_control_system()) as cluster`;

/**
 * The timeline is the last one of which the server's control file knows, so after a failover, a replica that already
 * follows counts as one that does not until its next restart point. A role without privileges cannot learn more.
 */
export const REPLAY_POSITION = `select pg_is_in_recovery() as "isReplaying",
  coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::text as bytes,
  lpad(to_hex(greatest((select timeline_id from pg_control_checkpoint()),
    (select min_recovery_end_timeline from pg_control_recovery()))), 8, '0') as line,
  (select system_identifier::text from pg_control_system()) as cluster`;

interface PositionRow {
  bytes: string;
  line: string;
  cluster: string;
}

export interface ReplayRow extends PositionRow {
  isReplaying: boolean;
}

const toLogPosition = ({ bytes, line, cluster }: PositionRow): LogPosition => ({
  bytes: BigInt(bytes),
  timeline: `${cluster} ${line.toLowerCase()}`,
});

export const toReplayPosition = (row: ReplayRow): ReplayPosition => ({
  ...toLogPosition(row),
  isReplaying: row.isReplaying,
});

/** Reads the primary's position on a connection of its own, since waiting for one of the pool's could take seconds. */
export function createPositionReader(url: string, timeoutMs: number): PositionReader {
  const connection = createStandingConnection(url, 'ironmonger-position', timeoutMs);
  return {
    read: shareRuns(() => connection.ask<PositionRow>(PRIMARY_POSITION).then(toLogPosition)),
    close: connection.close,
  };
}
