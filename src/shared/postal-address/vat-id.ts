import { validate as at } from 'stdnum/lib/cjs/at/uid.js';
import { validate as au } from 'stdnum/lib/cjs/au/abn.js';
import { validate as be } from 'stdnum/lib/cjs/be/vat.js';
import { validate as bg } from 'stdnum/lib/cjs/bg/vat.js';
import { validate as br } from 'stdnum/lib/cjs/br/cnpj.js';
import { validate as ch } from 'stdnum/lib/cjs/ch/vat.js';
import { validate as cy } from 'stdnum/lib/cjs/cy/vat.js';
import { validate as cz } from 'stdnum/lib/cjs/cz/dic.js';
import { validate as de } from 'stdnum/lib/cjs/de/vat.js';
import { validate as dk } from 'stdnum/lib/cjs/dk/cvr.js';
import { validate as ee } from 'stdnum/lib/cjs/ee/kmkr.js';
import { validate as es } from 'stdnum/lib/cjs/es/nif.js';
import { validate as fi } from 'stdnum/lib/cjs/fi/alv.js';
import { validate as fr } from 'stdnum/lib/cjs/fr/tva.js';
import { validate as gb } from 'stdnum/lib/cjs/gb/vat.js';
import { validate as gr } from 'stdnum/lib/cjs/gr/vat.js';
import { validate as hr } from 'stdnum/lib/cjs/hr/oib.js';
import { validate as hu } from 'stdnum/lib/cjs/hu/anum.js';
import { validate as ie } from 'stdnum/lib/cjs/ie/vat.js';
import { validate as india } from 'stdnum/lib/cjs/in/gstin.js';
import { validate as it } from 'stdnum/lib/cjs/it/iva.js';
import { validate as lt } from 'stdnum/lib/cjs/lt/pvm.js';
import { validate as lu } from 'stdnum/lib/cjs/lu/tva.js';
import { validate as lv } from 'stdnum/lib/cjs/lv/pvn.js';
import { validate as mt } from 'stdnum/lib/cjs/mt/vat.js';
import { validate as mx } from 'stdnum/lib/cjs/mx/rfc.js';
import { validate as nl } from 'stdnum/lib/cjs/nl/btw.js';
import { validate as no } from 'stdnum/lib/cjs/no/mva.js';
import { validate as pl } from 'stdnum/lib/cjs/pl/nip.js';
import { validate as pt } from 'stdnum/lib/cjs/pt/nif.js';
import { validate as ro } from 'stdnum/lib/cjs/ro/cif.js';
import { validate as se } from 'stdnum/lib/cjs/se/vat.js';
import { validate as si } from 'stdnum/lib/cjs/si/ddv.js';
import { validate as sk } from 'stdnum/lib/cjs/sk/dph.js';
import { validate as za } from 'stdnum/lib/cjs/za/vat.js';

interface VatIdRule {
  validate: (number: string) => { isValid: boolean };
  example: string;
}

/** By the prefix of the number. It is the country's code, except for Greece and Northern Ireland. */
const PREFIXED: Readonly<Record<string, VatIdRule>> = {
  AT: { validate: at, example: 'ATU13585627' },
  BE: { validate: be, example: 'BE0403019261' },
  BG: { validate: bg, example: 'BG175074752' },
  CY: { validate: cy, example: 'CY10259033P' },
  CZ: { validate: cz, example: 'CZ25123891' },
  DE: { validate: de, example: 'DE136695976' },
  DK: { validate: dk, example: 'DK13585628' },
  EE: { validate: ee, example: 'EE100594102' },
  EL: { validate: gr, example: 'EL094259216' },
  ES: { validate: es, example: 'ESB58378431' },
  FI: { validate: fi, example: 'FI20774740' },
  FR: { validate: fr, example: 'FR40303265045' },
  GB: { validate: gb, example: 'GB980780684' },
  HR: { validate: hr, example: 'HR33392005961' },
  HU: { validate: hu, example: 'HU12892312' },
  IE: { validate: ie, example: 'IE6433435F' },
  IT: { validate: it, example: 'IT00743110157' },
  LT: { validate: lt, example: 'LT119511515' },
  LU: { validate: lu, example: 'LU15027442' },
  LV: { validate: lv, example: 'LV40003521600' },
  MT: { validate: mt, example: 'MT11679112' },
  NL: { validate: nl, example: 'NL004495445B01' },
  PL: { validate: pl, example: 'PL8567346215' },
  PT: { validate: pt, example: 'PT501964843' },
  RO: { validate: ro, example: 'RO18547290' },
  SE: { validate: se, example: 'SE123456789701' },
  SI: { validate: si, example: 'SI50223054' },
  SK: { validate: sk, example: 'SK2022749619' },
  XI: { validate: gb, example: 'XI980780684' },
};

/** Numbers of countries that use no prefix of their own, or write it differently. */
const PLAIN: Readonly<Record<string, VatIdRule>> = {
  AU: { validate: au, example: '83914571673' },
  BR: { validate: br, example: '16727230000197' },
  CH: { validate: ch, example: 'CHE107787577MWST' },
  IN: { validate: india, example: '27AAPFU0939F1ZV' },
  LI: { validate: ch, example: 'CHE107787577MWST' },
  MX: { validate: mx, example: 'GODE561231GR8' },
  NO: { validate: no, example: 'NO995525828MVA' },
  ZA: { validate: za, example: '4999999999' },
};

const PREFIX_OF: Readonly<Record<string, string>> = { GR: 'EL', IM: 'GB', MC: 'FR' };
const getPrefix = (country: string) => PREFIX_OF[country] ?? country;

/** An example of a VAT ID; null for countries whose numbers are not checked. */
export function getVatIdExample(country: string): string | null {
  return (PREFIXED[getPrefix(country)] ?? PLAIN[country])?.example ?? null;
}

/**
 * Normalizes a VAT ID: in capitals, without spaces, with its country's prefix. Null if its check digits are wrong. A
 * business may have a VAT ID from a country other than its address. Only the authorities know whether it is registered.
 */
export function normalizeVatId(country: string, written: string): string | null {
  const id = written
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s./-]/g, '');
  if (!/^[A-Z\d&Ñ]{4,20}$/.test(id)) return null;
  const letters = id.slice(0, 2) === 'GR' ? 'EL' : id.slice(0, 2);
  const foreign = PREFIXED[letters];
  if (foreign && isValid(foreign, letters, id.slice(2))) return letters + id.slice(2);
  const prefix = getPrefix(country);
  const own = PREFIXED[prefix];
  if (own) return isValid(own, prefix, id) ? prefix + id : null;
  const plain = PLAIN[country];
  return !plain || plain.validate(id).isValid ? id : null;
}

/** Some checks need the prefix, some do not accept it, and most take both. */
function isValid({ validate }: VatIdRule, letters: string, number: string): boolean {
  return validate(number).isValid || validate(letters + number).isValid;
}
