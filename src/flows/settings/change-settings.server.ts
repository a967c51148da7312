import type { SettingsChange } from '#src/features/shop-settings/contract.ts';
import { SETTING_LABELS } from '#src/features/shop-settings/copy.ts';
import { lockSettings, type SettingsSnapshot, storeSettings } from '#src/features/shop-settings/queries.server.ts';
import { listDifferences } from '#src/features/shop-settings/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { publishChange } from '#src/platform/database.server.ts';
import { checkVersion } from '#src/platform/version-check.server.ts';
import { type Outcome, ok } from '#src/shared/problem.ts';
import { changeCurrency } from './change-currency.server.ts';
import { SETTINGS_TAG } from './follow-settings.server.ts';

/**
 * Changes the settings of the shop. If they have changed since the caller read them, fails with the differences. All
 * processes reload them at the commit, this one before it returns.
 */
export async function changeSettings(
  { db, shopSettings, provider }: Pick<AppContext, 'db' | 'shopSettings' | 'provider'>,
  caller: Caller,
  { version, settings }: SettingsChange,
): Promise<Outcome<SettingsSnapshot>> {
  const outcome = await db.transaction(async (tx) => {
    const current = await lockSettings(tx);
    const differences = listDifferences(current.settings, settings);
    if (differences.length === 0) return ok(current);
    const conflict = await checkVersion('settings', { read: version, now: current.version }, () => ({
      version: current.version,
      settings: current.settings,
      differences,
    }));
    if (conflict) return conflict;
    if (differences.includes('currency')) {
      const refused = await changeCurrency({ provider }, tx, {
        from: current.settings.currency,
        to: settings.currency,
      });
      if (refused) return refused;
    }
    const changed = await storeSettings(tx, settings, caller.userId);
    await recordAuditEvents(
      tx,
      ...differences.map((name) => ({
        by: caller,
        action: 'setting.changed' as const,
        id: name,
        name: SETTING_LABELS[name],
        before: { [name]: current.settings[name] },
        after: { [name]: settings[name] },
      })),
    );
    publishChange(tx, [SETTINGS_TAG]);
    return ok(changed);
  });
  // Also after a conflict, which means that this process has missed a change.
  await shopSettings.reload();
  return outcome;
}
