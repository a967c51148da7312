import { CURRENCIES, type Currency, DEFAULT_CURRENCY, nameCurrency } from '#src/shared/currencies.ts';
import { DEFAULT_REORDER_ORDERS, MAX_REORDER_ORDERS } from '#src/shared/reorder-level.ts';
import { COMPANY_DEFAULTS, type CompanySettings } from './company-settings.ts';
import { SHIPPING_DEFAULTS, type ShippingSettings } from './shipping-settings.ts';
import { TAX_CHOICES, TAX_DEFAULTS, type TaxSettings } from './tax-settings.ts';

/** What the owner of the shop decides. What the machine needs is in the environment instead. */
export interface ShopSettings extends CompanySettings, ShippingSettings, TaxSettings {
  currency: Currency;
  noticeEmail: string;
  countries: string;
  projects: string;
  clients: string;
  feedback: string;
  holdHours: number;
  unconfirmedHoldHours: number;
  unpaidOrders: number;
  unconfirmedUnpaidOrders: number;
  networkUnpaidOrders: number;
  unconfirmedNetworkUnpaidOrders: number;
  reorderOrders: number;
  skuPrefix: string;
  orderPrefix: string;
  newReviews: keyof typeof NEW_REVIEWS;
}

/** What happens to a new or changed review, with its label. */
export const NEW_REVIEWS = { shown: 'Appear at once', wait: 'Wait until you publish them' } as const;

/** The settings that are a choice, and what can be chosen, with the label of each. */
export const SETTING_CHOICES: Partial<Record<SettingName, Readonly<Record<string, string>>>> = {
  newReviews: NEW_REVIEWS,
  ...TAX_CHOICES,
  get currency() {
    return Object.fromEntries(CURRENCIES.map((code) => [code, nameCurrency(code)]));
  },
};

export type SettingName = keyof ShopSettings;

/** The values of the specification. A setting that was never changed follows them. */
export const DEFAULT_SETTINGS: Readonly<ShopSettings> = {
  ...COMPANY_DEFAULTS,
  ...SHIPPING_DEFAULTS,
  currency: DEFAULT_CURRENCY,
  noticeEmail: '',
  countries: '100+',
  projects: '535+',
  clients: '273+',
  feedback: '432+',
  holdHours: 72,
  unconfirmedHoldHours: 2,
  unpaidOrders: 20,
  unconfirmedUnpaidOrders: 5,
  networkUnpaidOrders: 100,
  unconfirmedNetworkUnpaidOrders: 20,
  reorderOrders: DEFAULT_REORDER_ORDERS,
  skuPrefix: 'IM',
  orderPrefix: 'IM',
  newReviews: 'shown',
  ...TAX_DEFAULTS,
};

export const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as SettingName[];

/** What may be left blank. The schema says the same; the form knows it without loading the schema. */
export const OPTIONAL_SETTINGS: readonly SettingName[] = [
  'street',
  'country',
  'taxNumber',
  'noticeEmail',
  'foundedIn',
  'copyrightYear',
  'deliversTo',
  ...(Object.keys(SHIPPING_DEFAULTS) as (keyof ShippingSettings)[]),
  'smallBusinessSentence',
  'originRegion',
  'originPostalCode',
  'taxCodes',
];

/** The bounds of each number, inclusive. The map cannot show the poles. */
export const NUMBER_BOUNDS = {
  latitude: { min: -75, max: 83 },
  longitude: { min: -180, max: 180 },
  holdHours: { min: 0.01, max: 8_760 },
  unconfirmedHoldHours: { min: 0.01, max: 8_760 },
  unpaidOrders: { min: 1, max: 1_000 },
  unconfirmedUnpaidOrders: { min: 1, max: 1_000 },
  networkUnpaidOrders: { min: 1, max: 10_000 },
  unconfirmedNetworkUnpaidOrders: { min: 1, max: 10_000 },
  reorderOrders: { min: 0, max: MAX_REORDER_ORDERS },
} as const satisfies Partial<Record<SettingName, { min: number; max: number }>>;

export function listDifferences(one: ShopSettings, other: ShopSettings): SettingName[] {
  return SETTING_NAMES.filter((name) => one[name] !== other[name]);
}

/** The settings that differ from their defaults, and so have to be stored. */
export function withoutDefaults(settings: ShopSettings): Partial<ShopSettings> {
  return Object.fromEntries(listDifferences(settings, DEFAULT_SETTINGS).map((name) => [name, settings[name]]));
}

/** The figures of the home page's statistics band. */
export type StatisticsFigures = Pick<ShopSettings, 'countries' | 'projects' | 'clients' | 'feedback'>;

export function toStatistics({ countries, projects, clients, feedback }: ShopSettings): StatisticsFigures {
  return { countries, projects, clients, feedback };
}

/** For how many hours a new order holds its stock. Unconfirmed accounts never get longer than others. */
export function getHoldHours(
  { holdHours, unconfirmedHoldHours }: Pick<ShopSettings, 'holdHours' | 'unconfirmedHoldHours'>,
  isConfirmed: boolean,
): number {
  return isConfirmed ? holdHours : Math.min(holdHours, unconfirmedHoldHours);
}
