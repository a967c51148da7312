import { expect, test } from 'vitest';
import { SETTINGS_SECTIONS } from './copy.ts';
import { SETTING_NAMES } from './rules.ts';

test('every setting is in one section of the page', () => {
  expect(SETTINGS_SECTIONS.flatMap(({ fields }) => fields).sort()).toEqual([...SETTING_NAMES].sort());
});
