import type { Log } from './log.server.ts';

export const DEPENDENCIES = ['database', 'identity', 'payments', 'images', 'mail', 'map'] as const;
export type DependencyName = (typeof DEPENDENCIES)[number];

/** How a port is as far as is known: 'unknown' until it was used or probed for the first time. */
export interface DependencyStatus {
  port: DependencyName;
  /** Which system stands behind it: `embedded`, `firebase`, `stripe`, … */
  mode: string;
  health: 'up' | 'down' | 'unknown';
  /** What is wrong, a sentence without secrets; null while nothing is. */
  trouble: string | null;
  /** When it became what it is, and when it was seen last; null while unknown. */
  since: Date | null;
  seenAt: Date | null;
}

/** Tells how the last use of a port went. */
export interface HealthMonitor {
  up(): void;
  /** `trouble`: a sentence without secrets; it is shown to admins. */
  down(trouble: string): void;
}

/** What a probe that had no need to ask answers: the board stays as it is. */
export const PROBE_SKIPPED = Symbol('not asked');

/** `forced`: somebody wants to know now, whatever was seen lately. */
export type Probe = (signal: AbortSignal, forced?: boolean) => Promise<unknown>;

export interface HealthRegistry {
  /**
   * Puts a port on the board. `probe` asks the system behind it whether it is there and throws when it is not; without
   * one the port is part of this process, and up. 'by use': it cannot be asked, and is unknown until it was used.
   */
  register(port: DependencyName, mode: string, probe?: Probe | 'by use' | undefined): HealthMonitor;
  statuses(): DependencyStatus[];
  /**
   * Probes every port that has a probe, each for a few seconds at most. How many changed. `forced`: also those that were
   * seen so lately that they would not be asked.
   */
  probeAll(options?: { forced?: boolean }): Promise<number>;
}

const PROBE_TIMEOUT_MS = 5_000;

/** What is known of each port, from its last use or probe. Asking the board costs nothing: no page waits for a hosted system. */
export function createHealthRegistry(log: Log, probeTimeoutMs = PROBE_TIMEOUT_MS): HealthRegistry {
  const entries = new Map<DependencyName, { status: DependencyStatus; probe?: Probe }>();

  function setHealth(status: DependencyStatus, health: 'up' | 'down', trouble: string | null): void {
    const now = new Date();
    if (status.health !== health) {
      status.since = now;
      // The first sight of a port that is there is no news.
      if (health === 'down') log.warn({ port: status.port, mode: status.mode, trouble }, 'a port is down');
      else if (status.health === 'down') log.info({ port: status.port, mode: status.mode }, 'a port is up again');
    }
    Object.assign(status, { health, trouble, seenAt: now });
  }

  return {
    register(port, mode, probe) {
      const health = probe ? 'unknown' : 'up';
      const since = probe ? null : new Date();
      const status: DependencyStatus = { port, mode, health, trouble: null, since, seenAt: since };
      entries.set(port, { status, ...(typeof probe === 'function' ? { probe } : {}) });
      return {
        up: () => setHealth(status, 'up', null),
        down: (trouble) => setHealth(status, 'down', trouble),
      };
    },
    statuses: () =>
      DEPENDENCIES.flatMap((port) => {
        const entry = entries.get(port);
        return entry ? [{ ...entry.status }] : [];
      }),
    async probeAll({ forced = false } = {}) {
      let changed = 0;
      await Promise.all(
        [...entries.values()].map(async ({ status, probe }) => {
          if (!probe) return;
          const before = status.health;
          try {
            const signal = AbortSignal.timeout(probeTimeoutMs);
            const result = await Promise.race([probe(signal, forced), rejectWhenAborted(signal)]);
            if (result !== PROBE_SKIPPED) setHealth(status, 'up', null);
          } catch (error) {
            setHealth(status, 'down', error instanceof Error ? error.message.slice(0, 300) : 'It cannot be reached.');
          }
          if (status.health !== before) changed += 1;
        }),
      );
      return changed;
    },
  };
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('It did not answer in time.')), { once: true });
  });
}
