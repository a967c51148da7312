import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { shopSettingsSchema } from './contract.ts';
import { DEFAULT_SETTINGS, SETTING_NAMES, type ShopSettings, withoutDefaults } from './rules.ts';
import { shopSettings } from './tables.server.ts';

/** The settings in force, and how often they have changed. */
export interface SettingsSnapshot {
  version: number;
  settings: ShopSettings;
  changedAt: Date | null;
}

export const INITIAL_SETTINGS: SettingsSnapshot = { version: 0, settings: { ...DEFAULT_SETTINGS }, changedAt: null };

export async function getSettings(db: Queryable): Promise<SettingsSnapshot> {
  const [row] = await db.select().from(shopSettings).limit(1);
  return row ? toSnapshot(row) : INITIAL_SETTINGS;
}

/** The same, locked until the transaction ends. */
export async function lockSettings(tx: Queryable): Promise<SettingsSnapshot> {
  const [row] = await tx.select().from(shopSettings).limit(1).for('update');
  return row ? toSnapshot(row) : INITIAL_SETTINGS;
}

/** Stores all settings as the next version. The caller holds the lock. */
export async function storeSettings(tx: Queryable, settings: ShopSettings, userId: string): Promise<SettingsSnapshot> {
  const change = {
    version: sql`${shopSettings.version} + 1`,
    values: withoutDefaults(settings),
    changedAt: sql`now()`,
    changedBy: userId,
  };
  const [row] = await tx.update(shopSettings).set(change).where(eq(shopSettings.id, 1)).returning();
  if (!row) throw new Error('the row of the settings is missing');
  return toSnapshot(row);
}

/**
 * Stores initial values, unless an earlier start has done so. Returns whether this one did. If several processes start
 * together, only one does.
 */
export async function storeInitialSettings(db: Queryable, values: Partial<ShopSettings>): Promise<boolean> {
  const rows = await db
    .update(shopSettings)
    .set({
      version: sql`${shopSettings.version} + 1`,
      values: sql`${JSON.stringify(values)}::jsonb || ${shopSettings.values}`,
      isEnvironmentRead: true,
    })
    .where(and(eq(shopSettings.id, 1), eq(shopSettings.isEnvironmentRead, false)))
    .returning({ id: shopSettings.id });
  return rows.length > 0;
}

/** A value that this version of the shop does not accept counts as never changed. */
function toSnapshot({ version, values, changedAt }: typeof shopSettings.$inferSelect): SettingsSnapshot {
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  for (const name of SETTING_NAMES) {
    const parsed = Object.hasOwn(values, name) ? shopSettingsSchema.shape[name].safeParse(values[name]) : null;
    if (parsed?.success) settings[name] = parsed.data;
  }
  return { version, settings: settings as unknown as ShopSettings, changedAt };
}
