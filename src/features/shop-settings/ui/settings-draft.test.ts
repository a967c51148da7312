import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../rules.ts';
import { listEdited, mergeEdits, toTexts } from './settings-draft.ts';

const edited = { ...toTexts(DEFAULT_SETTINGS), shopName: 'Mine', holdHours: '48', town: ' Cleveland, OH 44114 ' };

test('input counts as changed if it differs from the loaded value, ignoring surrounding spaces', () => {
  expect(listEdited(edited, DEFAULT_SETTINGS)).toEqual(['shopName', 'holdHours']);
});

test('a merge keeps the input, adopts the other changes, and names the settings that both have changed', () => {
  const theirs = { ...DEFAULT_SETTINGS, shopName: 'Theirs', holdHours: 48, hours: 'Mornings' };
  const { texts, conflicts } = mergeEdits(edited, DEFAULT_SETTINGS, theirs);
  expect(texts).toMatchObject({ shopName: 'Mine', holdHours: '48', hours: 'Mornings', projects: '535+' });
  expect(conflicts).toEqual(['shopName']);
});
