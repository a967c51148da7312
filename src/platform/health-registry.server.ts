import type { Log } from './log.server.ts';

export const DEPENDENCIES = [
  'database',
  'replica',
  'identity',
  'payments',
  'tax',
  'images',
  'mail',
  'map',
  'vat_check',
  'backup',
] as const;
export type DependencyName = (typeof DEPENDENCIES)[number];

/** What is known about an outside system: 'unknown' until its first use or probe. */
export interface DependencyStatus {
  dependency: DependencyName;
  /** The kind of system: `embedded`, `firebase`, `stripe`, … */
  mode: string;
  health: 'up' | 'down' | 'unknown';
  /** What is wrong, as a sentence without secrets; null if nothing is. */
  reason: string | null;
  /** When the status last changed, and when the system was last seen; null while unknown. */
  since: Date | null;
  seenAt: Date | null;
}

/** Records how the last use of a dependency went. */
export interface HealthMonitor {
  up(): void;
  /** `reason` is a sentence without secrets, which admins see. */
  down(reason: string): void;
}

/** The result of a probe that did not contact the system. The status stays as it is. */
export const PROBE_SKIPPED = Symbol('probe skipped');

/** `forced`: an admin has asked, so a recent result is no reason to skip. */
export type Probe = (signal: AbortSignal, forced?: boolean) => Promise<unknown>;

export interface HealthRegistry {
  /**
   * Adds a dependency. `probe` contacts it and throws if it is not available. Without a probe, it is part of this
   * process and counts as up. 'by use': it cannot be probed, and is unknown until it is used.
   */
  register(dependency: DependencyName, mode: string, probe?: Probe | 'by use' | undefined): HealthMonitor;
  statuses(): DependencyStatus[];
  /**
   * Probes every dependency that has a probe, each for a few seconds at most. Returns how many changed. `forced` also
   * probes those with a recent result.
   */
  probeAll(options?: { forced?: boolean }): Promise<number>;
}

const PROBE_TIMEOUT_MS = 5_000;

/**
 * The status of each dependency, from its last use or probe. Reading it is free, so no page waits for an outside
 * system.
 */
export function createHealthRegistry(log: Log, probeTimeoutMs = PROBE_TIMEOUT_MS): HealthRegistry {
  const entries = new Map<DependencyName, { status: DependencyStatus; probe?: Probe }>();

  function setHealth(status: DependencyStatus, health: 'up' | 'down', reason: string | null): void {
    const now = new Date();
    if (status.health !== health) {
      status.since = now;
      // A dependency that is up from the start is not worth logging.
      if (health === 'down')
        log.warn({ dependency: status.dependency, mode: status.mode, reason }, 'a dependency is down');
      else if (status.health === 'down')
        log.info({ dependency: status.dependency, mode: status.mode }, 'a dependency is up again');
    }
    Object.assign(status, { health, reason, seenAt: now } satisfies Partial<DependencyStatus>);
  }

  return {
    register(dependency, mode, probe) {
      const health = probe ? 'unknown' : 'up';
      const since = probe ? null : new Date();
      const status: DependencyStatus = { dependency, mode, health, reason: null, since, seenAt: since };
      entries.set(dependency, { status, ...(typeof probe === 'function' ? { probe } : {}) });
      return {
        up: () => setHealth(status, 'up', null),
        down: (reason) => setHealth(status, 'down', reason),
      };
    },
    statuses: () =>
      DEPENDENCIES.flatMap((dependency) => {
        const entry = entries.get(dependency);
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
    signal.addEventListener('abort', () => reject(new Error('It did not respond in time.')), { once: true });
  });
}
