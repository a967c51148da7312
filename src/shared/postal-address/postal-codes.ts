import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

/**
 * One postal code of each country, for error messages. If a country has only one length, it also shows where a
 * separator belongs.
 */
const EXAMPLES: Readonly<Record<string, string>> = {
  AD: 'AD500',
  AR: 'C1425CLA',
  AT: '1010',
  AU: '2060',
  BA: '71000',
  BD: '1340',
  BE: '1000',
  BG: '1000',
  BM: 'FL 07',
  BN: 'BT2328',
  BR: '40301-110',
  BY: '223016',
  CA: 'H3Z 2Y7',
  CH: '3030',
  CL: '8340457',
  CN: '266033',
  CO: '110111',
  CR: '10103',
  CY: '2008',
  CZ: '100 00',
  DE: '80331',
  DK: '1566',
  DO: '10101',
  DZ: '16035',
  EE: '69501',
  EG: '12411',
  ES: '28039',
  FI: '00550',
  FO: '100',
  FR: '33380',
  GB: 'EC1Y 8SY',
  GE: '0101',
  GG: 'GY1 1AA',
  GI: 'GX11 1AA',
  GL: '3900',
  GR: '151 24',
  GT: '09001',
  GU: '96910',
  HR: '10000',
  HU: '1037',
  ID: '40115',
  IE: 'A65 F4E2',
  IL: '9614303',
  IM: 'IM2 1AA',
  IN: '110034',
  IS: '320',
  IT: '00144',
  JE: 'JE1 1AA',
  JO: '11937',
  JP: '154-0023',
  KE: '20100',
  KR: '03051',
  KW: '54541',
  KY: 'KY1-1100',
  KZ: '040900',
  LB: '2038 3054',
  LI: '9496',
  LK: '20000',
  LT: '04340',
  LU: '4750',
  LV: 'LV-1073',
  MA: '53000',
  MC: '98000',
  MD: '2012',
  ME: '81257',
  MK: '1314',
  MT: 'NXR 01',
  MX: '02860',
  MY: '43000',
  NG: '930283',
  NL: '1234 AB',
  NO: '0025',
  NP: '44601',
  NZ: '6001',
  PE: '15074',
  PH: '1008',
  PK: '44000',
  PL: '00-950',
  PR: '00930',
  PT: '2725-079',
  PY: '1536',
  RO: '060274',
  RS: '106314',
  RU: '247112',
  SA: '11564',
  SE: '114 55',
  SG: '546080',
  SI: '4000',
  SK: '010 01',
  SM: '47890',
  SV: 'CP 1101',
  TH: '10150',
  TN: '1002',
  TR: '01960',
  TW: '10603',
  UA: '15432',
  US: '44114',
  UY: '11600',
  VE: '1010',
  VI: '00802',
  VN: '70010',
  ZA: '0083',
};

/** The older codes of Argentina are still in use, but the package does not know them. */
const ALSO_VALID: Readonly<Record<string, RegExp>> = { AR: /^\d{4}$/ };

/** For countries that the package does not know. */
const ANY_CODE = /^[A-Z\d](?:[ -]?[A-Z\d]){1,11}$/;

/** In these countries, the country's letters are part of the code. Elsewhere, the address format has them. */
const LETTERS_BELONG = new Set(['AI', 'LV']);

/** An example of a postal code; null if none is known. */
export function getPostalCodeExample(country: string): string | null {
  return EXAMPLES[country] ?? null;
}

/**
 * Normalizes a postal code to how its country writes it: in capitals, with its separator, and without the country's
 * letters. Null if the country has no such code.
 */
export function normalizePostalCode(country: string, written: string): string | null {
  const code = written
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toUpperCase();
  const withLetters = country === 'LV' && /^\d{4}$/.test(code) ? `LV-${code}` : code;
  const bare = LETTERS_BELONG.has(country) ? withLetters : withLetters.replace(/^[A-Z]{1,2}[- ](?=\d)/, '');
  const candidates = [separate(country, bare), bare, separate(country, withLetters), withLetters];
  return candidates.find((candidate) => isValid(country, candidate)) ?? null;
}

function isValid(country: string, code: string): boolean {
  if (ALSO_VALID[country]?.test(code)) return true;
  // Some of the package's patterns accept nothing at all.
  if (!postcodeValidatorExistsForCountry(country)) return ANY_CODE.test(code);
  return code !== '' && postcodeValidator(code, country);
}

/** Puts the separator where the country's example has it, or before the last three characters of a British code. */
function separate(country: string, code: string): string {
  const plain = code.replaceAll(/[ -]/g, '');
  if (/^(GB|GG|IM|JE)$/.test(country)) return plain.replace(/(?=.{3}$)/, ' ');
  if (country === 'US' && /^\d{9}$/.test(plain)) return `${plain.slice(0, 5)}-${plain.slice(5)}`;
  const example = EXAMPLES[country] ?? '';
  const at = example.search(/[ -]/);
  if (at < 0 || plain.length !== example.length - 1) return code;
  return `${plain.slice(0, at)}${example[at]}${plain.slice(at)}`;
}
