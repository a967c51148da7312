import { formatDate } from '#src/shared/dates.ts';
import type { SettingName } from './rules.ts';

/** The label of each setting, on the page and in the audit log. */
export const SETTING_LABELS: Record<SettingName, string> = {
  shopName: 'Shop name',
  legalName: 'Legal name',
  street: 'Street',
  town: 'City, state and postal code',
  country: 'Country',
  taxNumber: 'Tax number',
  phone: 'Phone',
  email: 'Email for customers',
  hours: 'Hours',
  timeZone: 'Time zone',
  currency: 'Currency',
  noticeEmail: 'Email for notices',
  latitude: 'Latitude',
  longitude: 'Longitude',
  headline: 'Heading of the home page',
  foundedIn: 'Since',
  copyrightYear: 'Copyright year',
  deliversTo: 'Countries you deliver to',
  countries: 'Countries',
  projects: 'Completed projects',
  clients: 'Happy clients',
  feedback: 'Feedback',
  holdHours: 'Hold time for unpaid orders',
  unconfirmedHoldHours: 'Hold time for unpaid orders, unconfirmed',
  unpaidOrders: 'Unpaid orders per account',
  unconfirmedUnpaidOrders: 'Unpaid orders per account, unconfirmed',
  networkUnpaidOrders: 'Unpaid order lines per network',
  unconfirmedNetworkUnpaidOrders: 'Unpaid order lines per network, unconfirmed',
  reorderOrders: 'Reorder level, in minimum orders',
  skuPrefix: 'Prefix of part numbers',
  orderPrefix: 'Prefix of order numbers',
  newReviews: 'New and changed reviews',
  minimumOrder: 'Minimum order value',
  smallOrderBelow: 'Small orders are those below',
  smallOrderSurcharge: 'Small-order surcharge',
  workingDays: 'Working days',
  holidays: 'Holidays',
  cutOff: 'Cut-off time',
  pricesInclude: 'Prices are entered',
  taxRounding: 'Tax is rounded',
  shippingTax: 'Shipping is taxed',
  reverseCharge: 'Businesses of other EU countries',
  unverifiedVatId: 'While the EU VAT register (VIES) does not answer',
  smallBusiness: 'Exempt as a small business',
  smallBusinessSentence: 'Sentence of a small business',
  originRegion: 'State or region of the shop',
  originPostalCode: 'Postal code of the shop',
  taxFallback: 'If Stripe does not answer',
  taxCodes: 'Stripe tax codes',
};

interface SettingsSection {
  id: string;
  title: string;
  text: string;
  fields: readonly SettingName[];
}

/** The sections of the page, and the fields of each in their order. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  {
    id: 'company',
    title: 'Company',
    text: 'Shown on every page and in every email right away. Emails already in the outbox keep their subject.',
    fields: ['shopName', 'legalName', 'street', 'town', 'country', 'taxNumber'],
  },
  {
    id: 'contact',
    title: 'Contact',
    text: 'How customers reach you, and who receives notices from the shop.',
    fields: ['phone', 'email', 'hours', 'timeZone', 'noticeEmail'],
  },
  {
    id: 'place',
    title: 'Location on the map',
    text: 'In degrees. North and east are positive; south and west are negative.',
    fields: ['latitude', 'longitude'],
  },
  {
    id: 'words',
    title: 'What the shop says of you',
    text: 'On the home page, in the footer and in the press kit. A wholesaler may not be “the maker”.',
    fields: ['headline', 'foundedIn', 'copyrightYear'],
  },
  {
    id: 'figures',
    title: 'Figures on the home page',
    text: 'They count up on the home page. A plus sign means “and more”.',
    fields: ['countries', 'projects', 'clients', 'feedback'],
  },
  {
    id: 'currency',
    title: 'Currency',
    text: 'The currency of all prices, orders and papers. A shop has one. Choose it before the first order: after that, it can no longer be changed.',
    fields: ['currency'],
  },
  {
    id: 'orders',
    title: 'Unpaid orders',
    text: 'How long an unpaid order holds stock, and how many unpaid orders are allowed. “Unconfirmed” accounts have not confirmed their email address. A network is everyone sharing one internet connection. Existing orders keep their hold time.',
    fields: [
      'holdHours',
      'unconfirmedHoldHours',
      'unpaidOrders',
      'unconfirmedUnpaidOrders',
      'networkUnpaidOrders',
      'unconfirmedNetworkUnpaidOrders',
    ],
  },
  {
    id: 'numbers',
    title: 'Order numbers',
    text: 'How the number of a new order begins. Existing orders keep their numbers and are still found by them.',
    fields: ['orderPrefix'],
  },
  {
    id: 'tax',
    title: 'Tax',
    text: 'How tax is calculated. Existing orders keep their tax.',
    fields: [
      'pricesInclude',
      'taxRounding',
      'shippingTax',
      'reverseCharge',
      'unverifiedVatId',
      'smallBusiness',
      'smallBusinessSentence',
      'taxFallback',
      'taxCodes',
    ],
  },
  {
    id: 'origin',
    title: 'Where the shop is taxed',
    text: 'What is picked up is taxed at the shop, and so is an order without an address. Fill these in if a tax rate or a shipping zone depends on a state or a postal code, as in the United States.',
    fields: ['originRegion', 'originPostalCode'],
  },
  {
    id: 'delivery',
    title: 'Delivery',
    text: 'Buyers can choose only these countries for a shipping address. You can still enter any address for an order that was paid without one.',
    fields: ['deliversTo'],
  },
  {
    id: 'order-value',
    title: 'Small orders',
    text: 'What an order has to be worth, and what a small one costs in addition. Without amounts, every order is welcome and costs nothing extra.',
    fields: ['minimumOrder', 'smallOrderBelow', 'smallOrderSurcharge'],
  },
  {
    id: 'shipping-days',
    title: 'Shipping days',
    text: 'From these, buyers read when an order leaves and arrives: on the pages of products, in the basket, at checkout and with their order. What shipping costs is set under Shipping.',
    fields: ['workingDays', 'cutOff', 'holidays'],
  },
  {
    id: 'stock',
    title: 'Products',
    text: 'Which products the overview reports as products to reorder: one with a reorder level of its own follows that. And how the SKU begins that a product gets if you give it none.',
    fields: ['reorderOrders', 'skuPrefix'],
  },
  {
    id: 'reviews',
    title: 'Reviews',
    text: 'The overview counts unread reviews, and notices report them. A waiting review appears once you publish it under Reviews.',
    fields: ['newReviews'],
  },
];

/** Hints below labels that do not say everything. */
export const SETTING_HINTS: Partial<Record<SettingName, string>> = {
  shopName: 'In the navigation, in titles and in emails.',
  legalName: 'On the contact page, in legal texts and in emails.',
  country: 'The last line of the address.',
  taxNumber: 'Shown with the address. Leave blank to show none.',
  phone: 'Include the country code, such as +1 (216) 555-0192. You can add an extension: ext. 9.',
  email: 'On the contact page and in legal texts.',
  hours: 'Include the time zone.',
  timeZone:
    'For example, America/New_York. The days and years of papers, numbers, emails, exports and nightly jobs. What was issued keeps its number and date.',
  noticeEmail:
    'Receives notices of new requests and messages, paid orders, disputes, failed refunds, requests to cancel and new reviews, plus a daily notice of low stock. Leave blank for no notices.',
  foundedIn: 'The year in “has provided tech since …”. Leave blank to say nothing.',
  copyrightYear: 'Leave blank to show the name alone.',
  deliversTo: 'Names or codes with commas between, such as Germany, Austria, CH. Leave blank to deliver everywhere.',
  pricesInclude: 'Changing this changes no price: the same numbers then mean something else.',
  reverseCharge:
    'With a VAT ID of another EU country than yours. The shop checks its check digits and, with VAT_CHECK=vies, whether the EU VAT register (VIES) has it.',
  unverifiedVatId: 'For VAT IDs with correct check digits that the shop cannot look up there.',
  smallBusinessSentence: 'On invoices. Leave blank for the usual sentence of your country.',
  originRegion: 'As in addresses, such as OH. What is picked up is taxed there.',
  originPostalCode: 'Leave blank if no tax depends on it. Stripe Tax needs it in the United States and Canada.',
  taxFallback: 'Within two seconds. Orders and estimates then follow this.',
  taxCodes:
    'For tax classes that are not ordinary goods: books = txcd_35010000. Shipping is shipping = txcd_92010001. Leave blank for the usual codes.',
  currency: 'Prices keep their figures: 18.90 in USD becomes 18.90 in EUR, 18.900 in KWD and, rounded, 19 in JPY.',
  holdHours: 'In hours.',
  unconfirmedHoldHours: 'In hours. Cannot be longer than for confirmed accounts.',
  unpaidOrders: 'At a time. The first is always allowed.',
  unconfirmedUnpaidOrders: 'At a time.',
  networkUnpaidOrders:
    'Each tool in an order is one line. Total for the network; an account’s first order is always allowed.',
  unconfirmedNetworkUnpaidOrders:
    'Total for the network, including each account’s first order. This is also the limit of tools per order.',
  orderPrefix: 'With KT, the next order becomes KT-2026-000124.',
  skuPrefix: 'With KT, the next product without an SKU becomes KT-00012. Existing SKUs stay.',
  minimumOrder: 'The goods without shipping. Leave blank for no minimum.',
  smallOrderBelow: 'The goods without shipping. Leave blank for no surcharge.',
  smallOrderSurcharge: 'Added to what shipping costs.',
  workingDays: 'The days on which orders leave: Mon-Fri, or Mon, Tue, Thu. Leave blank to promise no dates.',
  cutOff: 'Such as 14:00 or 2 PM, in your time zone. Orders before it leave the same day; without it, the next.',
  holidays: 'Dates with commas between: 2027-04-02 for one year, 12-25 for every year.',
  reorderOrders: 'With 3, a product is reported if fewer than three minimum orders are left. 0 reports none of them.',
};

export const settingsCopy = {
  title: 'Settings',
  text: 'Settings for your shop. All pages update within a second.',
  index: 'Sections of the settings',
  noGoogle:
    'Customers cannot sign in with Google: the button is hidden until GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set where the shop is started.',
  save: 'Save settings',
  /** More than a few labels would not be read. */
  saved: (labels: readonly string[]) =>
    labels.length > 4 ? `Saved: ${labels.length} settings.` : `Saved: ${labels.join(', ')}.`,
  unchanged: 'Nothing was changed.',
  unsaved: (count: number) => (count === 1 ? 'One change is not saved.' : `${count} changes are not saved.`),
  undo: 'Undo all',
  reset: 'Restore defaults',
  resetLabel: (section: string) => `Restore defaults: ${section}`,
  lastChange: 'Last changed',
  /** Two people changed the settings at the same time. */
  conflict:
    'Someone else has changed the settings. Their changes are shown here, and your entries are kept. Please check the highlighted fields and save again.',
  changedTo: (value: string) =>
    value === ''
      ? 'Someone else has cleared this field. If you save, your value is used.'
      : `Someone else has entered “${value}”. If you save, your value is used.`,
  holdUntil: (from: string) => `An order placed now is held until ${from}.`,
  currencyLocked: (number: string, placedAt: string) =>
    `Locked since order ${number} of ${formatDate(placedAt)}: orders and papers keep their amounts, and a shop has only one currency.`,
  seeOnMap: 'See this place on a map',
} as const;
