import { SETTING_NAMES, type SettingName, type ShopSettings } from '../rules.ts';

/** The settings as a form has them: all as text. */
export type SettingTexts = Record<SettingName, string>;

export function toTexts(settings: ShopSettings): SettingTexts {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, String(settings[name])])) as SettingTexts;
}

/** The settings that were edited since they were read. */
export function listEdited(texts: SettingTexts, base: ShopSettings): SettingName[] {
  return SETTING_NAMES.filter((name) => texts[name].trim() !== String(base[name]));
}

interface Merge {
  texts: SettingTexts;
  /** Settings that both have changed to different values. */
  conflicts: SettingName[];
}

/**
 * Merges edits with what somebody else has stored meanwhile. Settings that only they changed are taken over; those
 * edited here are kept.
 */
export function mergeEdits(texts: SettingTexts, base: ShopSettings, theirs: ShopSettings): Merge {
  const edited = new Set(listEdited(texts, base));
  const theirTexts = toTexts(theirs);
  const merged = SETTING_NAMES.map((name) => [name, edited.has(name) ? texts[name] : theirTexts[name]] as const);
  const conflicts = SETTING_NAMES.filter(
    (name) => edited.has(name) && theirs[name] !== base[name] && texts[name].trim() !== theirTexts[name],
  );
  return { texts: Object.fromEntries(merged) as SettingTexts, conflicts };
}
