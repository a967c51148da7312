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
  ['Å‚opata', 'decoded twice'],
  ['Å›ciana', 'decoded twice'],
  ['MÅ‚otek – krÄ…g', 'decoded twice'],
  ['Å\u0081OPATA', 'decoded twice'],
  ['Ä°ngiliz anahtarÄ±', 'decoded twice'],
  ['ÎšÎ»ÎµÎ¹Î´Î¯', 'decoded twice'],
  ['M8 Ã— 40', 'decoded twice'],
  ['â‚¬ 5', 'decoded twice'],
  ['oÌˆl, SaÌˆge', 'decoded twice'],
  ['MšbelhŠmmer', 'Mac Roman'],
  ['Mšbelhammer', 'Mac Roman'],
  ['Lšffel', 'Mac Roman'],
  ['Lšsung', 'Mac Roman'],
  ['Kšrner', 'Mac Roman'],
  ['Eršffnung', 'Mac Roman'],
  ['ClŽ plate', 'Mac Roman'],
])('%s is damaged: %s', (text, what) => {
  expect(describeTextDamage(text)).toContain(what);
});

/** The text as a program shows it that believes these bytes to be in Windows-1252. */
const misread = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes);

test.each(['锤子', 'פטיש', 'مطرقة', 'ค้อน', 'हथौड़ा', '망치', 'búa đóng đinh', '🔨', 'kędzierzawy', 'Šroubovák'])(
  '%s is recognized when decoded twice',
  (text) => {
    expect(describeTextDamage(misread(new TextEncoder().encode(text)).trim())).toContain('decoded twice');
  },
);

const MAC_BYTES = new Map(
  [...new TextDecoder('macintosh').decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128))].map((letter, at) => [
    letter,
    at + 128,
  ]),
);

test.each([
  ...[
    'Ätz',
    'Öl',
    'Ölfilter',
    'Öffner',
    'Übergang',
    'übrig',
    'Äcker',
    'Façade',
    'Español',
    'muñeca, pequeño',
    'precisión',
  ],
  ...['Étau', 'Clé', 'chaînage', 'très', 'máquina', 'sølv', 'måler', 'MÜLL', 'SÄGE', 'größer', 'für'],
])('%s is recognized in Mac Roman', (text) => {
  const bytes = Uint8Array.from(text, (letter) => MAC_BYTES.get(letter) ?? letter.charCodeAt(0));
  expect(describeTextDamage(misread(bytes))).toContain('Mac Roman');
});

test.each([
  ...[
    'Žebřík',
    'Kladivo švédské',
    'Odšroubovat',
    'vršky',
    'Holštýn',
    'velšský',
    'VÝŠKA',
    'KRÍŽOVÝ',
    'ÍŽOVÝ',
    'izvršba',
  ],
  ...[
    'viršgarsinis',
    'Müller–Öl',
    'BLÅ–GRÖN',
    'BLÅ’s',
    'TERÄ®',
    '“CAFÉ”',
    'Ã',
    'Ä',
    '©',
    '10 Å',
    'Rohr Ø½" × Ø¾"',
    '1×½×¾',
  ],
  ...[
    '5 €pro Stück',
    '5€',
    '…and more',
    '…l’outil',
    'push–pull',
    'on–off',
    '†1980',
    'Cœur',
    'ŒUVRE',
    '5 ƒ',
    'geht‘s',
    'RAL™',
  ],
])('%s is as it should be', (text) => {
  expect(describeTextDamage(text)).toBeNull();
});

test('a long text is examined in time that grows with its length', () => {
  const measure = (length: number) => {
    const began = performance.now();
    for (const part of ['Å', 'Å‚', 'Ä°a', 'š', 'mš', '…', 'a–', '†', 'a', 'é”', 'ÎÎ '])
      describeTextDamage(part.repeat(length / part.length));
    return performance.now() - began;
  };
  // If the time grew with the square, it would be a hundred times.
  const floor = Math.max(20, measure(20_000), measure(20_000));
  expect(measure(200_000)).toBeLessThan(40 * floor);
});

test.each(['Säge', 'GRÖSSE', 'Šroubovák', 'Žiletka', '§ 5', 'São Paulo', 'Ключ', '½ in × 3 – “set”', 'CAFÉ’S', '5 €'])(
  '%s is not',
  (text) => {
    expect(describeTextDamage(text)).toBeNull();
  },
);
