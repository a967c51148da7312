export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';

export interface FieldProblem {
  type: 'validation_error';
  code: string;
  message: string;
}

interface BrandRule {
  brand: CardBrand;
  name: string;
  starts: RegExp;
  lengths: number[];
  groups: number[];
  cvc: 3 | 4;
}

const FOURS = [4, 4, 4, 4, 3];

const BRANDS: BrandRule[] = [
  { brand: 'visa', name: 'Visa', starts: /^4/, lengths: [16], groups: FOURS, cvc: 3 },
  {
    brand: 'mastercard',
    name: 'Mastercard',
    starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: FOURS,
    cvc: 3,
  },
  { brand: 'amex', name: 'American Express', starts: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  { brand: 'discover', name: 'Discover', starts: /^(6011|64[4-9]|65)/, lengths: [16], groups: FOURS, cvc: 3 },
  { brand: 'diners', name: 'Diners Club', starts: /^36/, lengths: [14], groups: [4, 6, 4], cvc: 3 },
  { brand: 'diners', name: 'Diners Club', starts: /^3(0[0-5]|[89])/, lengths: [16], groups: FOURS, cvc: 3 },
  { brand: 'jcb', name: 'JCB', starts: /^35(2[89]|[3-8])/, lengths: [16], groups: FOURS, cvc: 3 },
  { brand: 'unionpay', name: 'UnionPay', starts: /^62/, lengths: [16, 17, 18, 19], groups: FOURS, cvc: 3 },
];

const UNKNOWN: BrandRule = { brand: 'unknown', name: '', starts: /^/, lengths: [16], groups: FOURS, cvc: 3 };

export const toDigits = (text: string): string => text.replace(/\D/g, '');

const ruleFor = (digits: string): BrandRule => BRANDS.find((rule) => rule.starts.test(digits)) ?? UNKNOWN;
const getMaxLength = (rule: BrandRule): number => Math.max(...rule.lengths);

export function getBrand(number: string): { brand: CardBrand; name: string; cvcLength: 3 | 4 } {
  const rule = ruleFor(toDigits(number));
  return { brand: rule.brand, name: rule.name, cvcLength: rule.cvc };
}

/** The check digit every card number ends in. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** Groups as printed on the card; what is beyond the brand's length is dropped. */
export function formatNumber(text: string): string {
  const all = toDigits(text);
  const rule = ruleFor(all);
  const digits = all.slice(0, getMaxLength(rule));
  const parts: string[] = [];
  let at = 0;
  for (const size of rule.groups) {
    if (at < digits.length) parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts.join(' ');
}

/**
 * `MM / YY`. With `adding`, the separator follows a finished month at once. While deleting it does not,
 * or nobody could delete past it. Understands `5/27`, `0527` and an autofilled `05/2027`.
 */
export function formatExpiry(text: string, adding: boolean): string {
  let digits = toDigits(text);
  if (/^[2-9]/.test(digits) || /^1\s*\//.test(text)) digits = `0${digits}`;
  else if (/^1[3-9]/.test(digits)) digits = `0${digits}`;
  const month = digits.slice(0, 2);
  const rest = digits.slice(2);
  const year = rest.length >= 4 && rest.startsWith('20') ? rest.slice(2, 4) : rest.slice(0, 2);
  if (month.length < 2 || (year === '' && !adding)) return month;
  return `${month} / ${year}`;
}

export const formatCvc = (text: string, length: number): string => toDigits(text).slice(0, length);

export function formatPostcode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9 -]/g, '')
    .replace(/^[ -]+/, '')
    .slice(0, 10);
}

const problem = (code: string, message: string): FieldProblem => ({ type: 'validation_error', code, message });

export function checkNumber(text: string): FieldProblem | null {
  const digits = toDigits(text);
  const rule = ruleFor(digits);
  if (rule.lengths.includes(digits.length) && passesLuhn(digits)) return null;
  return digits.length < getMaxLength(rule)
    ? problem('incomplete_number', 'Your card number is incomplete.')
    : problem('invalid_number', 'Your card number is invalid.');
}

/** Month (1 to 12) and four-digit year; null while the text is not a whole date. */
export function readExpiry(text: string): { month: number; year: number } | null {
  const digits = toDigits(text);
  if (digits.length !== 4) return null;
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) };
}

/** A card is good through the last day of its month. */
export function checkExpiry(text: string, today: Date): FieldProblem | null {
  const month = toDigits(text).slice(0, 2);
  if (month === '00') return problem('invalid_expiry_month', "Your card's expiration month is invalid.");
  const date = readExpiry(text);
  if (!date) return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
  if (date.month > 12) return problem('invalid_expiry_month', "Your card's expiration month is invalid.");
  if (date.year < today.getFullYear()) {
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  }
  if (date.year === today.getFullYear() && date.month < today.getMonth() + 1) {
    return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.");
  }
  return date.year > today.getFullYear() + 50
    ? problem('invalid_expiry_year', "Your card's expiration year is invalid.")
    : null;
}

export function checkCvc(text: string, length: number): FieldProblem | null {
  return toDigits(text).length === length
    ? null
    : problem('incomplete_cvc', "Your card's security code is incomplete.");
}

export function checkPostcode(text: string): FieldProblem | null {
  return text.replace(/[ -]/g, '').length >= 3 ? null : problem('incomplete_zip', 'Your ZIP code is incomplete.');
}

/** An error that more typing cannot mend, so it may be shown while the field has the focus. */
export function isConclusive(found: FieldProblem | null): found is FieldProblem {
  return found?.code.startsWith('invalid_') ?? false;
}
