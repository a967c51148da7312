import type { Log } from './log.server.ts';

/** What this process knows of something in the database, so that no request has to read it. */
export interface ReloadedValue<T> {
  get(): T;
  /** Reads it again. Resolves when it is in force here; a failure is logged. */
  reload(): Promise<void>;
}

interface ReloadedValueOptions<T> {
  /** In log messages, such as 'tax rates'. */
  name: string;
  /** Until it is loaded, which should be before the first request. */
  initial: T;
  read: () => Promise<T>;
  isSame: (one: T, other: T) => boolean;
  log: Log;
  /** Runs once another value is in force. */
  onChange: () => void;
}

export function createReloadedValue<T>(options: ReloadedValueOptions<T>): ReloadedValue<T> {
  const { name, read, isSame, log, onChange } = options;
  let value = options.initial;
  let reloading: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    try {
      const stored = await read();
      if (isSame(stored, value)) return;
      value = stored;
      onChange();
    } catch (error) {
      log.warn({ err: error }, `the ${name} could not be read again`);
    }
  }

  return {
    get: () => value,
    // One at a time, so that an older value never replaces a newer one.
    reload() {
      reloading = reloading.then(load);
      return reloading;
    },
  };
}
