import { TAX_CLASSES } from '#src/shared/totals/tax-class.ts';

/** How the shop taxes what it sells. Without effect while the environment has TAX=off. */
export interface TaxSettings {
  pricesInclude: keyof typeof PRICES_INCLUDE;
  taxRounding: keyof typeof TAX_ROUNDINGS;
  shippingTax: 'goods' | (typeof TAX_CLASSES)[number];
  reverseCharge: keyof typeof REVERSE_CHARGE;
  unverifiedVatId: keyof typeof UNVERIFIED_VAT_ID;
  smallBusiness: keyof typeof SMALL_BUSINESS;
  smallBusinessSentence: string;
  /** Where in its country the shop is, as addresses have it: 'OH' and '44114'. Empty if no rate depends on it. */
  originRegion: string;
  originPostalCode: string;
  taxFallback: keyof typeof TAX_FALLBACKS;
  /** Such as 'books = txcd_35010000'. */
  taxCodes: string;
}

/** The settings that only have an effect with TAX=stripe. */
export const STRIPE_TAX_SETTINGS = ['taxFallback', 'taxCodes'] as const satisfies (keyof TaxSettings)[];

export const TAX_DEFAULTS: Readonly<TaxSettings> = {
  pricesInclude: 'net',
  taxRounding: 'document',
  shippingTax: 'goods',
  reverseCharge: 'off',
  unverifiedVatId: 'accept',
  smallBusiness: 'off',
  smallBusinessSentence: '',
  originRegion: '',
  originPostalCode: '',
  taxFallback: 'refuse',
  taxCodes: '',
};

const PRICES_INCLUDE = { net: 'Without tax, which is added', gross: 'With tax' } as const;
const TAX_ROUNDINGS = { document: 'Once for all lines of a rate', line: 'For each line' } as const;
const SHIPPING_TAXES = {
  goods: 'Like the goods, in proportion to their value',
  ...(Object.fromEntries(TAX_CLASSES.map((name) => [name, `At the ${name} rate`])) as Record<
    (typeof TAX_CLASSES)[number],
    string
  >),
};
const REVERSE_CHARGE = { off: 'Charge tax', on: 'Charge no tax' } as const;
const UNVERIFIED_VAT_ID = { accept: 'Charge no tax', charge: 'Charge tax' } as const;
const SMALL_BUSINESS = { off: 'No', on: 'Yes, charge no tax' } as const;
const TAX_FALLBACKS = { refuse: 'Take no orders', table: 'Use the rates of the page Taxes' } as const;

/** What can be chosen, with the label of each. */
export const TAX_CHOICES = {
  pricesInclude: PRICES_INCLUDE,
  taxRounding: TAX_ROUNDINGS,
  shippingTax: SHIPPING_TAXES,
  reverseCharge: REVERSE_CHARGE,
  unverifiedVatId: UNVERIFIED_VAT_ID,
  smallBusiness: SMALL_BUSINESS,
  taxFallback: TAX_FALLBACKS,
} as const satisfies Partial<Record<keyof TaxSettings, Readonly<Record<string, string>>>>;
