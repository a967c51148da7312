import { expect, test } from 'vitest';
import { describeTextDamage } from './text-damage.ts';

test.each([
  ['S\ufffdge', 'lost'],
  ['SÃ¤ge', 'decoded twice'],
  ['GrÃ¶ÃŸe 40Â mm', 'decoded twice'],
  ['3/8â€³ ratchet', 'decoded twice'],
  ['ÐšÐ»ÑŽÑ‡', 'decoded twice'],
  ['SŠge', 'Mac Roman'],
  ['SchlŸssel', 'Mac Roman'],
  ['Gro§', 'Mac Roman'],
])('%s is damaged: %s', (text, what) => {
  expect(describeTextDamage(text)).toContain(what);
});

test.each(['Säge', 'GRÖSSE', 'Šroubovák', 'Žiletka', '§ 5', 'São Paulo', 'Ключ', '½ in × 3 – “set”', 'CAFÉ’S', '5 €'])(
  '%s is not',
  (text) => {
    expect(describeTextDamage(text)).toBeNull();
  },
);
