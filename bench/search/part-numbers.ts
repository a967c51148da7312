import { createRandom } from '#tests/support/random.ts';
import type { JudgedSet, SearchDocument } from './judged-set.ts';

const SEPARATORS = /[ ./_-]+/g;

/** Splits at separators and between letters and digits. */
function split(code: string): string[] {
  return code.split(SEPARATORS).flatMap((part) => part.match(/[A-Za-z]+|\d+/g) ?? []);
}

function group(digits: string, size: number): string[] {
  return digits.match(new RegExp(`\\d{1,${size}}`, 'g')) ?? [];
}

const SKU_FORMS: Readonly<Record<string, (sku: string) => string>> = {
  'as stored': (sku) => sku,
  'without separators': (sku) => sku.replaceAll(SEPARATORS, ''),
  'with hyphens': (sku) => sku.split(SEPARATORS).join('-'),
  'with points': (sku) => sku.split(SEPARATORS).join('.'),
  'with spaces': (sku) => sku.split(SEPARATORS).join(' '),
  'in lower case': (sku) => sku.toLowerCase(),
  'split at letters': (sku) => split(sku).join(' '),
  'in lower case, without separators': (sku) => sku.toLowerCase().replaceAll(SEPARATORS, ''),
};

const GTIN_FORMS: Readonly<Record<string, (gtin: string) => string>> = {
  'GTIN as stored': (gtin) => gtin,
  'GTIN as printed': (gtin) => [gtin.slice(0, -12), ...group(gtin.slice(-12), 6)].join(' ').trim(),
  'GTIN with hyphens': (gtin) => group(gtin, 4).join('-'),
};

/** Part numbers and GTINs of tools, alternating between the stored form and the forms that people type. */
export function makeNumbers(documents: readonly SearchDocument[], skus: number, gtins: number): JudgedSet['numbers'] {
  const random = createRandom(700);
  const skuForms = Object.entries(SKU_FORMS);
  const gtinForms = Object.entries(GTIN_FORMS);
  const numbered = documents.filter(({ gtin }) => gtin !== null);
  const made = Array.from({ length: skus }, (_, at) => {
    const { id, sku } = random.pick(documents);
    const [form, write] = skuForms[at % skuForms.length] ?? ['', String];
    return { id, form, text: write(sku) };
  });
  for (let at = 0; at < gtins && numbered.length > 0; at += 1) {
    const { id, gtin } = random.pick(numbered);
    const [form, write] = gtinForms[at % gtinForms.length] ?? ['', String];
    made.push({ id, form, text: write(gtin ?? '') });
  }
  return made;
}
