import { expect, test } from 'vitest';
import { suggestSlug } from './suggested-slug.server.ts';

test.each([
  ['Claw hammer, 16 oz', '~Claw hammer, 16 oz'],
  ['Schraubenschlüssel', '~Schraubenschluessel'],
  // With the dots as a character of their own, as some systems send them.
  ['Größe Äxte'.normalize('NFD'), '~Groesse Aexte'],
  ['Łopata', '~Lopata'],
  ['Ключ разводной', '~Klyuch razvodnoy'],
  ['活动扳手', '~HuoDongBanShou'],
  ['½" Đà Nẵng', '~1/2" Da Nang'],
  ['···', ''],
])('the slug of %s is suggested as %s', (name, suggested) => {
  expect(suggestSlug(name)).toBe(suggested);
});
