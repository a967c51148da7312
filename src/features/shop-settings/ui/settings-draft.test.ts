import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../rules.ts';
import { listEdited, mergeEdits, toTexts } from './settings-draft.ts';

const edited = { ...toTexts(DEFAULT_SETTINGS), shopName: 'Mine', holdHours: '48', town: ' Cleveland, OH 44114 ' };

test('what was typed differs from what was read; spaces around it do not count', () => {
  expect(listEdited(edited, DEFAULT_SETTINGS)).toEqual(['shopName', 'holdHours']);
});

test('a merge keeps what was typed, takes over the rest, and names what both have changed', () => {
  const theirs = { ...DEFAULT_SETTINGS, shopName: 'Theirs', holdHours: 48, hours: 'Mornings' };
  const { texts, conflicts } = mergeEdits(edited, DEFAULT_SETTINGS, theirs);
  expect(texts).toMatchObject({ shopName: 'Mine', holdHours: '48', hours: 'Mornings', projects: '535+' });
  expect(conflicts).toEqual(['shopName']);
});
