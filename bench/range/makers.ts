import type { Random } from '#tests/support/random.ts';

/** The format of a maker's part numbers: see `writePartNumber`. */
type NumberForm = 'model' | 'groups' | 'hyphens' | 'points' | 'spaces' | 'digits' | 'mixed';

export interface Maker {
  name: string;
  place: string;
  form: NumberForm;
  /** Two or three letters, and four digits. They are unique to the maker. */
  letters: string;
  digits: string;
  /** How the maker writes measures: '8 mm' or '8mm', '1/2 in' or '1/2"', '6.5' or '6,5'. */
  spaced: boolean;
  inch: ' in' | '"' | '-inch';
  comma: boolean;
  /** Where the maker's name appears in the names of its tools. */
  signs: 'front' | 'back' | 'nowhere';
}

// Invented names, some with accents as real makers have.
const NAMES = `Müller & Söhne|Remscheid, Germany;Hartwig|Solingen, Germany;Bäckström|Eskilstuna, Sweden;Léger Frères|Thiers, France
Nordhaven|Bergen, Norway;Løvang|Aarhus, Denmark;Peña Herramientas|Eibar, Spain;Ferrando|Brescia, Italy;Šimek|Brno, Czechia
Kowalczyk|Bielsko, Poland;Ironridge|Akron, Ohio;Buckeye Forge|Canton, Ohio;Lakeshore|Erie, Pennsylvania;Stonefield|Sheffield, England
Thornbury|Birmingham, England;Takemura|Sanjo, Japan;Ishikawa Seiki|Osaka, Japan;Dragoncrest|Ningbo, China;Volthaus|Stuttgart, Germany
Maxdrive|Atlanta, Georgia;Torvik|Oslo, Norway;Castellan|Porto, Portugal;Grünwald|Linz, Austria;Älvdal|Mora, Sweden
Brightline|Austin, Texas;Duraforge|Gary, Indiana;Kestrel|Leeds, England;Panther Tools|Taichung, Taiwan;Optimec|Bologna, Italy
Zenith Abrasives|Lyon, France;Hexacore|Basel, Switzerland;Wolfram Werke|Essen, Germany;Pinnacle|Denver, Colorado;Redstone|Pittsburgh, Pennsylvania
Çelikel|Bursa, Turkey;Örkény|Győr, Hungary;Sabre & Sons|Dublin, Ireland;Meridian|Utrecht, Netherlands;Fjellman|Tampere, Finland;Orbis|Ghent, Belgium`;

const FORMS: readonly NumberForm[] = ['model', 'groups', 'hyphens', 'points', 'spaces', 'digits', 'mixed'];

function toLetters(at: number): string {
  const alphabet = 'BCDFGHJKLMNPRSTVWXZ';
  return `${alphabet[at % 19]}${alphabet[(at * 7 + 3) % 19]}${at % 3 === 0 ? alphabet[(at * 5 + 1) % 19] : ''}`;
}

export const MAKERS: readonly Maker[] = NAMES.split(/[;\n]/).map((entry, at) => {
  const [name = '', place = ''] = entry.split('|');
  const isAmerican = /Ohio|Pennsylvania|Georgia|Texas|Indiana|Colorado/.test(place);
  return {
    name,
    place,
    form: FORMS[at % FORMS.length] ?? 'model',
    letters: toLetters(at),
    digits: String(1_207 + at * 211),
    spaced: at % 3 !== 1,
    inch: isAmerican ? (at % 2 ? '"' : '-inch') : ' in',
    comma: /Germany|Austria/.test(place),
    signs: at % 4 === 0 ? 'front' : at % 4 === 2 ? 'back' : 'nowhere',
  };
});

const MILLION = 1_000_000;

/** Maps each number below a million to a different one below a million, so that neighbors look unrelated. */
export function scatter(at: number): number {
  return (at * 618_033 + 271_828) % MILLION;
}

/** Returns a part number in the maker's format. All are different in a range, even without their separators. */
export function writePartNumber(maker: Maker, at: number, random: Random): string {
  const number = scatter(at);
  const [a, b, c, d, e, f] = String(number).padStart(6, '0');
  const letter = () => random.pick([...'ACEJKMRTXZ']);
  if (maker.form === 'model') return `${maker.letters}-${number}${letter()}`;
  if (maker.form === 'groups')
    return `${maker.digits.slice(0, 2)} ${maker.digits.slice(2)} ${a}${letter()}${b} ${c}${letter()}${d}${e}${f}`;
  if (maker.form === 'hyphens') return `${maker.digits}-${a}${b}${c}${d}-${e}${f}`;
  if (maker.form === 'points') return `${maker.letters}.${letter()}${letter()}/${number}`;
  if (maker.form === 'spaces') return `${maker.letters} ${a}${b} ${c}${d} ${e}${f}`;
  if (maker.form === 'digits') return `${maker.digits}${a}${b}${c}${d}${e}${f}`;
  return `${maker.letters}${a}${b}${c}${letter()}-${d}${e}${f}`;
}

/** Returns a GTIN of 12, 13 or 14 digits including its check digit, or null for a tool without one. */
export function writeGtin(maker: Maker, at: number, random: Random): string | null {
  if (random.chance(0.15)) return null;
  const lead = random.chance(0.1) ? '140' : maker.inch === ' in' ? '40' : '6';
  const digits = `${lead}${maker.digits}${String(scatter(at)).padStart(6, '0')}`;
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
