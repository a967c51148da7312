const UNITS =
  'mm|cm|m|km|in|inch|inches|ft|oz|lbs?|k?g|t|k?N|Nm|N·m|m/s|rpm|Hz|k?W|V|A|K|°[CF]?|%|HRC|Shore|ppi|pcs|pieces?|degrees?|micrometers?|points|teeth|turns|clicks|grit|minutes?|hours?|days?';

/** A number before its unit; a size such as '205 x 70'; a fraction such as '1 1/2'; a norm such as 'ISO 13385-1'. */
const BEFORE_UNIT = new RegExp(`(\\d[+%]?) (?=(?:${UNITS})(?![\\w-]))`, 'g');
const SIZE = /(\d) ([x×]) (?=\d)/g;
const FRACTION = /(\d) (?=\d+\/\d)/g;
const NORM = /\b(ISO|DIN|EN|ANSI|ASME) (?=[A-Z]?\d)/g;

/**
 * A text for display, in which numbers stay on the same line as their units. Only for text that people read: what is
 * stored, sent and searched has plain spaces.
 */
export function joinUnits(text: string): string {
  return text
    .replace(BEFORE_UNIT, '$1\u00a0')
    .replace(SIZE, '$1\u00a0$2\u00a0')
    .replace(FRACTION, '$1\u00a0')
    .replace(NORM, '$1\u00a0');
}
