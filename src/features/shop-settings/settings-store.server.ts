import type { Queryable } from '#src/platform/database.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import type { Company } from '#src/shared/company.ts';
import { toCompany } from './company-settings.ts';
import { getSettings, INITIAL_SETTINGS, type SettingsSnapshot } from './queries.server.ts';

/** The settings as this process knows them, so that no request has to read them. */
export interface ShopSettingsStore {
  get(): SettingsSnapshot;
  /** Reads the settings again. Resolves when they are in force here; a failure is logged. */
  reload(): Promise<void>;
}

/** A function that returns the company. It returns the same object until the settings change. */
export function createCompanyReader({ get }: Pick<ShopSettingsStore, 'get'>): () => Company {
  let known: { snapshot: SettingsSnapshot; company: Company } | null = null;
  return () => {
    const snapshot = get();
    if (known?.snapshot !== snapshot) known = { snapshot, company: toCompany(snapshot.settings) };
    return known.company;
  };
}

/**
 * Starts with the defaults, so load it before the first request. `onChange` runs once the new settings are in force.
 */
export function createShopSettingsStore(db: Queryable, log: Log, onChange: () => void): ShopSettingsStore {
  let snapshot = INITIAL_SETTINGS;
  let reloading: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    try {
      const stored = await getSettings(db);
      if (stored.version === snapshot.version) return;
      snapshot = stored;
      onChange();
    } catch (error) {
      log.warn({ err: error }, 'the settings could not be read again');
    }
  }

  return {
    get: () => snapshot,
    // One at a time, so that an older version never replaces a newer one.
    reload() {
      reloading = reloading.then(load);
      return reloading;
    },
  };
}
