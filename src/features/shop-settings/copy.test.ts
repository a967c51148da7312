import { expect, test } from 'vitest';
import { shopSettingsSchema } from './contract.ts';
import { SETTINGS_SECTIONS } from './copy.ts';
import { OPTIONAL_SETTINGS, SETTING_NAMES } from './rules.ts';

test('every setting is in one section of the page', () => {
  expect(SETTINGS_SECTIONS.flatMap(({ fields }) => fields).sort()).toEqual([...SETTING_NAMES].sort());
});

test('the page lets exactly those settings be blank that may be blank', () => {
  const optional = SETTING_NAMES.filter((name) => shopSettingsSchema.shape[name].safeParse('').success);
  expect([...OPTIONAL_SETTINGS].sort()).toEqual(optional.sort());
});
