// Only its data. Its code would bring checks of VAT IDs, some of which ask a server.
import nationalRates from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' };
import { PERCENT_UNIT } from '../rules.ts';

const RATES: Readonly<Record<string, { type: string; rate: number }>> = nationalRates;

const NAMES: Readonly<Record<string, string>> = { vat: 'VAT', gst: 'GST' };

/** The standard rate of a country as far as a package knows it; null if it has none for the whole country. */
export function proposeRate(country: string): { name: string; percent: number } | null {
  const { type = '', rate = 0 } = RATES[country] ?? {};
  const name = NAMES[type];
  // 0.081 × 100 is not 8.1 in binary.
  return name && rate > 0 ? { name, percent: Math.round(rate * 100 * PERCENT_UNIT) / PERCENT_UNIT } : null;
}
