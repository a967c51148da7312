import { STANDARD_TAX_CLASS, TAX_CLASS_PATTERN, ZERO_TAX_CLASS } from './tax-class.ts';

/** What shipping is called in the list, beside the tax classes. */
export const SHIPPING_KEY = 'shipping';

const TAX_CODE_PATTERN = /^txcd_\d{8}$/;

/** Stripe's codes for tangible goods, for what is never taxed, and for shipping. */
const DEFAULT_CODES: Readonly<Record<string, string>> = {
  [STANDARD_TAX_CLASS]: 'txcd_99999999',
  [ZERO_TAX_CLASS]: 'txcd_00000000',
  [SHIPPING_KEY]: 'txcd_92010001',
};

export interface TaxCode {
  /** A tax class, or `shipping`. */
  taxClass: string;
  code: string;
}

/** The entries of a list such as 'books = txcd_35010000, shipping = txcd_92010001', or the first that cannot be read. */
export function readTaxCodes(text: string): { codes: TaxCode[] } | { wrong: string } {
  const codes = new Map<string, TaxCode>();
  for (const entry of text.split(/[,;\n]/).map((one) => one.trim())) {
    if (entry === '') continue;
    const [taxClass = '', code = '', ...rest] = entry.split('=').map((part) => part.trim());
    const isRepeated = codes.has(taxClass);
    if (rest.length > 0 || isRepeated || !TAX_CLASS_PATTERN.test(taxClass) || !TAX_CODE_PATTERN.test(code))
      return { wrong: entry.slice(0, 60) };
    codes.set(taxClass, { taxClass, code });
  }
  return { codes: [...codes.values()] };
}

/** The code of a tax class or of shipping. A class that is not in the list has that of the standard class. */
export function createTaxCodeFinder(text: string): (taxClass: string) => string {
  const read = readTaxCodes(text);
  const listed = 'codes' in read ? read.codes.map(({ taxClass, code }) => [taxClass, code]) : [];
  const codes = new Map<string, string>([...Object.entries(DEFAULT_CODES), ...(listed as [string, string][])]);
  return (taxClass) => codes.get(taxClass) ?? (codes.get(STANDARD_TAX_CLASS) as string);
}
