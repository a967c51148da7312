import type { Queryable } from '#src/platform/database.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { createReloadedValue, type ReloadedValue } from '#src/platform/reloaded-value.server.ts';
import type { Company } from '#src/shared/company.ts';
import { toCompany } from './company-settings.ts';
import { getSettings, INITIAL_SETTINGS, type SettingsSnapshot } from './queries.server.ts';

/** The settings as this process knows them, so that no request has to read them. */
export type ShopSettingsStore = ReloadedValue<SettingsSnapshot>;

/** A function that returns the company. It returns the same object until the settings change. */
export function createCompanyReader({ get }: Pick<ShopSettingsStore, 'get'>): () => Company {
  let known: { snapshot: SettingsSnapshot; company: Company } | null = null;
  return () => {
    const snapshot = get();
    if (known?.snapshot !== snapshot) known = { snapshot, company: toCompany(snapshot.settings) };
    return known.company;
  };
}

/** Starts with the defaults. `onChange` runs once the new settings are in force. */
export const createShopSettingsStore = (db: Queryable, log: Log, onChange: () => void): ShopSettingsStore =>
  createReloadedValue<SettingsSnapshot>({
    name: 'settings',
    initial: INITIAL_SETTINGS,
    read: () => getSettings(db),
    isSame: (one, other) => one.version === other.version,
    log,
    onChange,
  });
