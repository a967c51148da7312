import * as z from 'zod';
import { trimmedText } from '#src/shared/bounded-schemas.ts';
import { CURRENCIES } from '#src/shared/currencies.ts';
import { isTimeZone } from '#src/shared/dates.ts';
import { readDecimalComma } from '#src/shared/decimal-comma.ts';
import {
  emailSchema,
  optionalSingleLineText,
  phoneSchema,
  singleLineText,
  visibleText,
} from '#src/shared/field-schemas.ts';
import { countriesSchema } from '#src/shared/postal-address/countries-schema.ts';
import { PAPER_PREFIXES } from '#src/shared/purchase-number.ts';
import { readTaxCodes } from '#src/shared/totals/tax-codes.ts';
import { refineOrigin } from './origin.ts';
import { DEFAULT_SETTINGS, NEW_REVIEWS, NUMBER_BOUNDS, type SettingName, type ShopSettings } from './rules.ts';
import {
  cutOffSchema,
  holidaysSchema,
  optionalAmountSchema,
  optionalPriceSchema,
  refineShippingSettings,
  workingDaysSchema,
} from './shipping-settings-schemas.ts';
import { TAX_CHOICES } from './tax-settings.ts';

const FIGURE_SENTENCE = 'Please enter a number, such as 535 or 535+.';

const figureSchema = trimmedText(8, FIGURE_SENTENCE).regex(/^\d{1,7}\+?$/, FIGURE_SENTENCE);

const YEAR_SENTENCE = 'Please enter a year, such as 1992, or leave this blank.';

/** Next year is allowed: somebody may prepare a copyright notice in December. */
const yearSchema = trimmedText(4, YEAR_SENTENCE, YEAR_SENTENCE)
  .regex(/^(?:\d{4})?$/, YEAR_SENTENCE)
  .refine((year) => Number(year) <= new Date().getFullYear() + 1, 'Please enter a year that has begun.');

const PREFIX_SENTENCE = 'Please enter 1 to 6 letters or digits, such as KT.';

const prefixSchema = (pattern: RegExp, sentence: string) =>
  trimmedText(6, sentence, sentence)
    .transform((text) => text.toUpperCase())
    .pipe(z.string().regex(pattern, sentence));
const skuPrefixSchema = prefixSchema(/^[A-Z0-9]{1,6}$/, PREFIX_SENTENCE);

const ORDER_PREFIX_SENTENCE = 'Please enter 1 to 6 letters, such as KT.';

/** No digits, so that a number is read with or without its hyphens. */
const orderPrefixSchema = prefixSchema(/^[A-Z]{1,6}$/, ORDER_PREFIX_SENTENCE).refine(
  (prefix) => !Object.values<string>(PAPER_PREFIXES).includes(prefix),
  { error: 'Invoices, credit notes and debit notes have this prefix. Please choose another one.' },
);

/** Stored in one form, such as 'books = txcd_35010000, shipping = txcd_92010001'. */
const taxCodesSchema = trimmedText(2_000).transform((text, context) => {
  const read = readTaxCodes(text);
  if ('codes' in read) return read.codes.map(({ taxClass, code }) => `${taxClass} = ${code}`).join(', ');
  context.addIssue({
    code: 'custom',
    message: `Please write each class once, with Stripe’s code of eight digits: books = txcd_35010000. This cannot be read: “${read.wrong}”.`,
  });
  return z.NEVER;
});

const TIME_ZONE_SENTENCE = 'Please enter the name of a time zone, such as America/New_York.';

const CURRENCY_SENTENCE = 'Please choose one of these currencies, such as EUR.';

/** A number, or text that contains one, since forms send text. */
function numberSchema(name: keyof typeof NUMBER_BOUNDS, kind: 'whole' | 'decimal') {
  const { min, max } = NUMBER_BOUNDS[name];
  const [format, sentence] =
    kind === 'whole'
      ? [/^-?\d{1,9}$/, `Please enter a whole number from ${min} to ${max}.`]
      : [/^-?\d{1,9}(\.\d{1,9})?$/, `Please enter a number from ${min} to ${max}.`];
  return z
    .union(
      [z.number(), trimmedText(20, sentence).transform(readDecimalComma).pipe(z.string().regex(format, sentence))],
      {
        error: sentence,
      },
    )
    .transform(Number)
    .pipe(
      z
        .number()
        .refine((value) => kind === 'decimal' || Number.isInteger(value), sentence)
        .min(min, sentence)
        .max(max, sentence),
    );
}

function choiceSchema<Choice extends string>(choices: Readonly<Record<Choice, string>>) {
  return z.enum(Object.keys(choices) as Choice[], { error: 'Please choose one of these.' });
}

/** A setting with its default and its description, for `/api/openapi.json`. */
function setting<S extends z.ZodType>(name: SettingName, schema: S, description: string): S {
  return schema.meta({ description, default: DEFAULT_SETTINGS[name] });
}

const UNCONFIRMED = 'The same for accounts whose address is not confirmed.';
const FIGURE = 'A figure in the statistics band.';

/** All settings, each with its limits. */
export const shopSettingsSchema = z
  .strictObject({
    shopName: setting('shopName', visibleText(40), 'Shown in the navigation, in titles and in emails.'),
    legalName: setting('legalName', visibleText(80), 'Shown on the contact page, in legal texts and in emails.'),
    street: setting('street', optionalSingleLineText(80), 'The first line of the address.'),
    town: setting('town', singleLineText(80), 'Town, state and postal code.'),
    country: setting('country', optionalSingleLineText(60), 'The last line of the address.'),
    taxNumber: setting('taxNumber', optionalSingleLineText(40), 'Shown with the address; empty if there is none.'),
    phone: setting('phone', phoneSchema, 'With the country code; an extension may follow.'),
    email: setting('email', emailSchema, 'Where customers write.'),
    hours: setting('hours', singleLineText(120), 'When customers can reach the shop.'),
    timeZone: setting(
      'timeZone',
      trimmedText(64, TIME_ZONE_SENTENCE).refine(isTimeZone, TIME_ZONE_SENTENCE),
      'The IANA name of the time zone whose days and years count: for dates on papers and in emails, years of numbers, periods of exports and nightly jobs. What was issued keeps its number and date.',
    ),
    currency: setting(
      'currency',
      trimmedText(3, CURRENCY_SENTENCE, CURRENCY_SENTENCE)
        .transform((text) => text.toUpperCase())
        .pipe(z.enum(CURRENCIES, { error: CURRENCY_SENTENCE })),
      'The ISO 4217 code of the currency of all prices. It can be changed until the first order.',
    ),
    noticeEmail: setting(
      'noticeEmail',
      z.union([emailSchema, z.literal('')], { error: 'Please enter an email address, or leave this blank.' }),
      'Who is notified of new quote requests and messages; empty for nobody.',
    ),
    latitude: setting('latitude', numberSchema('latitude', 'decimal'), 'Degrees north of the equator.'),
    longitude: setting('longitude', numberSchema('longitude', 'decimal'), 'Degrees east of Greenwich.'),
    headline: setting('headline', singleLineText(80), 'The heading of the home page.'),
    foundedIn: setting('foundedIn', yearSchema, 'Since when the company exists; empty to leave it out.'),
    copyrightYear: setting('copyrightYear', yearSchema, 'The year beside the copyright; empty for none.'),
    deliversTo: setting(
      'deliversTo',
      countriesSchema,
      'Where orders are delivered to, as country codes; empty for every country.',
    ),
    countries: setting('countries', figureSchema, FIGURE),
    projects: setting('projects', figureSchema, FIGURE),
    clients: setting('clients', figureSchema, FIGURE),
    feedback: setting('feedback', figureSchema, FIGURE),
    holdHours: setting(
      'holdHours',
      numberSchema('holdHours', 'decimal'),
      'How many hours a new unpaid order holds its stock.',
    ),
    unconfirmedHoldHours: setting('unconfirmedHoldHours', numberSchema('unconfirmedHoldHours', 'decimal'), UNCONFIRMED),
    unpaidOrders: setting(
      'unpaidOrders',
      numberSchema('unpaidOrders', 'whole'),
      'Unpaid orders that one account can have at a time.',
    ),
    unconfirmedUnpaidOrders: setting(
      'unconfirmedUnpaidOrders',
      numberSchema('unconfirmedUnpaidOrders', 'whole'),
      UNCONFIRMED,
    ),
    networkUnpaidOrders: setting(
      'networkUnpaidOrders',
      numberSchema('networkUnpaidOrders', 'whole'),
      'Unpaid order lines that the confirmed accounts of one network can have together. The first order of each is always allowed.',
    ),
    unconfirmedNetworkUnpaidOrders: setting(
      'unconfirmedNetworkUnpaidOrders',
      numberSchema('unconfirmedNetworkUnpaidOrders', 'whole'),
      'The same for accounts whose address is not confirmed, including the first order of each.',
    ),
    reorderOrders: setting(
      'reorderOrders',
      numberSchema('reorderOrders', 'whole'),
      'Tools without a reorder level of their own are to reorder below this many minimum orders; 0 for none of them.',
    ),
    skuPrefix: setting(
      'skuPrefix',
      skuPrefixSchema,
      'The beginning of the SKUs that the shop makes: with `KT`, KT-00012.',
    ),
    orderPrefix: setting(
      'orderPrefix',
      orderPrefixSchema,
      'The beginning of the numbers of new orders: with `KT`, KT-2026-000124.',
    ),
    newReviews: setting(
      'newReviews',
      choiceSchema(NEW_REVIEWS),
      'Whether new and changed reviews are shown at once, or wait until the shop publishes them.',
    ),
    minimumOrder: setting('minimumOrder', optionalAmountSchema, 'What an order has to be worth; empty for anything.'),
    smallOrderBelow: setting('smallOrderBelow', optionalAmountSchema, 'Orders worth less pay the surcharge.'),
    smallOrderSurcharge: setting('smallOrderSurcharge', optionalPriceSchema, 'What a small order pays in addition.'),
    workingDays: setting(
      'workingDays',
      workingDaysSchema,
      'The days on which orders leave, such as `Mon, Tue`; empty to promise no dates.',
    ),
    holidays: setting('holidays', holidaysSchema, 'Days without work: `2027-04-02`, or `12-25` for every year.'),
    cutOff: setting('cutOff', cutOffSchema, 'Until when an order leaves on the same day, in the shop’s time zone.'),
    pricesInclude: setting(
      'pricesInclude',
      choiceSchema(TAX_CHOICES.pricesInclude),
      'Whether all prices are without tax (`net`), or with it (`gross`). Changing it changes no price.',
    ),
    taxRounding: setting(
      'taxRounding',
      choiceSchema(TAX_CHOICES.taxRounding),
      'Whether tax is rounded once for all lines of a rate (`document`), or for each line.',
    ),
    shippingTax: setting(
      'shippingTax',
      choiceSchema(TAX_CHOICES.shippingTax),
      'How shipping is taxed: like the goods, in proportion to their value, or by a tax class.',
    ),
    reverseCharge: setting(
      'reverseCharge',
      choiceSchema(TAX_CHOICES.reverseCharge),
      'Whether businesses with a VAT ID of another country of the European Union are charged no tax. The check digits of the VAT ID are always checked.',
    ),
    unverifiedVatId: setting(
      'unverifiedVatId',
      choiceSchema(TAX_CHOICES.unverifiedVatId),
      'What happens while VIES cannot say whether a VAT ID is registered: its check digits suffice (`accept`), or tax is charged. Without effect unless VAT IDs are checked at VIES.',
    ),
    smallBusiness: setting(
      'smallBusiness',
      choiceSchema(TAX_CHOICES.smallBusiness),
      'Whether the shop is exempt from charging tax as a small business.',
    ),
    smallBusinessSentence: setting(
      'smallBusinessSentence',
      optionalSingleLineText(200),
      'What papers of a small business say; empty for the usual sentence of its country.',
    ),
    originRegion: setting(
      'originRegion',
      optionalSingleLineText(80),
      'The state or region of the shop, by code or name; decides tax on what is picked up or ordered without an address.',
    ),
    originPostalCode: setting('originPostalCode', optionalSingleLineText(16), 'The same for its postal code.'),
    taxFallback: setting(
      'taxFallback',
      choiceSchema(TAX_CHOICES.taxFallback),
      'What happens while the tax service does not answer, with `TAX=stripe`: no orders, or the shop’s own rates.',
    ),
    taxCodes: setting(
      'taxCodes',
      taxCodesSchema,
      'Stripe’s tax code of each tax class, and of `shipping`, such as `books = txcd_35010000`. Other classes are `txcd_99999999`.',
    ),
  })
  .superRefine(refineShippingSettings)
  .superRefine(refineOrigin)
  .meta({ id: 'ShopSettings' }) satisfies z.ZodType<ShopSettings>;

/** The same for a form, whose fields are all text. */
export const settingsFormSchema = shopSettingsSchema as unknown as z.ZodType<
  z.output<typeof shopSettingsSchema>,
  Record<SettingName, string>
>;

const versionSchema = z.number().int().min(0).meta({ description: 'Goes up by one with each change.' });

export const storedSettingsSchema = z
  .object({
    version: versionSchema,
    settings: shopSettingsSchema,
    defaults: shopSettingsSchema,
    changedAt: z.string().nullable(),
    firstOrder: z
      .object({ number: z.string(), placedAt: z.string() })
      .nullable()
      .meta({ description: 'Since this order, `currency` can no longer be changed. Null while there is none.' }),
  })
  .meta({ id: 'StoredShopSettings' });

export type StoredSettings = z.infer<typeof storedSettingsSchema>;

/** All settings, with the version that was read. */
export const settingsChangeSchema = z
  .strictObject({ version: versionSchema, settings: shopSettingsSchema })
  .meta({ id: 'ShopSettingsChange' });

export type SettingsChange = z.output<typeof settingsChangeSchema>;
