import { expect, test } from 'vitest';
import { makeInvoice } from '#tests/support/paper-data.ts';
import { openScriptFonts } from './script-fonts.server.ts';
import type { SCRIPTS } from './scripts.ts';
import { createShaper } from './shape-text.server.ts';

async function shape(text: string) {
  const fonts = await openScriptFonts(new Set(text.replace(/[ \p{Cf}]/gu, '')), makeInvoice(1));
  expect(fonts.map(({ script }) => script)).toHaveLength(1);
  const [font] = fonts;
  if (!font) throw new Error('no font has this text');
  return { script: font.script, glyphs: createShaper(font.files.regular)(text, 'ltr') };
}

/** Words with vowels in several parts, letters that join, and signs that are drawn before their letter. */
const SAMPLES: Record<keyof typeof SCRIPTS, string> = {
  Hebrew: 'שָׁלוֹם',
  Arabic: 'مُحَمَّد لا',
  Thai: 'น้ำมัน คำ',
  Lao: 'ນ້ຳ ຄຳ ເຂົ້າ',
  Khmer: 'ម៉ោង បឿន សៀមរាប កោះ ញ្ញុំ តំ',
  Myanmar: 'သင်္ဘော ကြွေး ဣန္ဒြေ ယောက်ျား',
  Devanagari: 'कृष्ण र्कि किं क्षत्रिय',
  Bengali: 'কৌশল কোম্পানি শ্রী র‍্যাব',
  Gurmukhi: 'ਐਂ ਸ੍ਰੀ ਕਿੱਥੇ',
  Gujarati: 'ર્કિ પ્રિંટ જ્ઞાન',
  Oriya: 'ମୌଳିକ ଗ୍ରୀଷ୍ମ ପ୍ରିୟ କୋଣାର୍କ',
  Tamil: 'பௌர்ணமி கோவை ஸ்ரீ கொடை',
  Telugu: 'వైద్య ర్బై స్త్రీ',
  Kannada: 'ದ್ವೀಪ ಕೋಲಾರ ಸ್ಟ್ರೇ',
  Malayalam: 'കൊച്ചി കോഴി കൗതുകം സ്ത്രീ',
  Sinhala: 'ශ්‍රී සෞඛ්‍ය කෝට්ටේ කො',
  Georgian: 'თბილისი ᲗᲑᲘᲚᲘᲡᲘ',
  Armenian: 'Երևան մնայուն',
  Ethiopic: 'አዲስ ጐንደር',
};

test.each(Object.entries(SAMPLES))('the font of %s draws every part of a word', async (script, text) => {
  const { script: found, glyphs } = await shape(text);
  expect(found).toBe(script);
  expect(glyphs.filter(({ id }) => id === 0)).toEqual([]);
});

test.each([
  ['Bengali', 'ক', 'কো', 3],
  ['Tamil', 'க', 'கௌ', 3],
  ['Sinhala', 'ක', 'කො', 3],
  ['Khmer', 'ប', 'បៅ', 2],
  ['Burmese', 'က', 'ကေ', 2],
])('a vowel of %s begins before its letter', async (_what, letter, syllable, count) => {
  const { glyphs } = await shape(`${letter} ${syllable}`);
  const own = glyphs[0]?.id;
  const drawn = glyphs.slice(2).map(({ id }) => id);
  expect(drawn).toHaveLength(count);
  expect(drawn[0]).not.toBe(own);
});

test.each([
  ['Sinhala', 'ක්‍ෂ', 'ක්ෂ'],
  ['Bengali', 'র‍্য', 'র্য'],
  ['Kannada', 'ಟ್‌ವ', 'ಟ್ವ'],
])('an invisible joiner of %s changes what is drawn', async (_what, joined, plain) => {
  const { glyphs } = await shape(`${joined} ${plain}`);
  const space = glyphs.findIndex(({ cluster }) => cluster === joined.length);
  const toIds = (some: typeof glyphs) => some.map(({ id }) => id);
  expect(toIds(glyphs.slice(0, space))).not.toEqual(toIds(glyphs.slice(space + 1)));
});
