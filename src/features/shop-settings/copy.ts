import type { SettingName } from './rules.ts';

/** What each setting is called, on the page and in the audit log. */
export const SETTING_LABELS: Record<SettingName, string> = {
  shopName: 'Shop name',
  legalName: 'Legal name',
  street: 'Street',
  town: 'Town, state and ZIP',
  country: 'Country',
  taxNumber: 'Tax number',
  phone: 'Telephone',
  email: 'E-mail for customers',
  hours: 'Hours',
  timeZone: 'Time zone',
  noticeEmail: 'E-mail for notices',
  latitude: 'Latitude',
  longitude: 'Longitude',
  countries: 'Countries',
  projects: 'Completed projects',
  clients: 'Happy clients',
  feedback: 'Feedback',
  holdHours: 'Hold of an unpaid order',
  unconfirmedHoldHours: 'Hold of an unpaid order, unconfirmed',
  unpaidOrders: 'Unpaid orders of an account',
  unconfirmedUnpaidOrders: 'Unpaid orders of an account, unconfirmed',
  networkUnpaidOrders: 'Unpaid order lines of a network',
  unconfirmedNetworkUnpaidOrders: 'Unpaid order lines of a network, unconfirmed',
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
    text: 'On every page and in every e-mail, at once. An e-mail that is in the outbox keeps its subject.',
    fields: ['shopName', 'legalName', 'street', 'town', 'country', 'taxNumber'],
  },
  {
    id: 'contact',
    title: 'Contact',
    text: 'How customers reach you, and whom the shop tells of what happens.',
    fields: ['phone', 'email', 'hours', 'timeZone', 'noticeEmail'],
  },
  {
    id: 'place',
    title: 'Place on the map',
    text: 'In degrees: north and east are positive, south and west negative.',
    fields: ['latitude', 'longitude'],
  },
  {
    id: 'figures',
    title: 'Figures of the home page',
    text: 'They count up on the home page. A plus sign says “and more”.',
    fields: ['countries', 'projects', 'clients', 'feedback'],
  },
  {
    id: 'orders',
    title: 'Unpaid orders',
    text: 'How long stock is kept for an unpaid order, and how much of it strangers can keep from others. “Unconfirmed” is an account whose e-mail address is not confirmed; a network is what stands behind one internet connection. Orders that are placed already keep their time.',
    fields: [
      'holdHours',
      'unconfirmedHoldHours',
      'unpaidOrders',
      'unconfirmedUnpaidOrders',
      'networkUnpaidOrders',
      'unconfirmedNetworkUnpaidOrders',
    ],
  },
];

/** What stands below a label, where the label does not say it all. */
export const SETTING_HINTS: Partial<Record<SettingName, string>> = {
  shopName: 'In the navigation, in titles and in e-mails.',
  legalName: 'On the contact page, in legal texts and in e-mails.',
  country: 'The last line of the address.',
  taxNumber: 'Shown with the address. Empty: none is shown.',
  phone: 'With the country code, such as +1 (216) 555-0192. An extension may follow: ext. 9.',
  email: 'On the contact page and in legal texts.',
  hours: 'With the time zone.',
  timeZone: 'Such as America/New_York. Nightly work runs at night there.',
  noticeEmail:
    'Told of new requests and messages, paid orders, disputes to answer, failed refunds, requests to cancel, and once a day of tools that run out. Many at once share an e-mail. Empty: nobody is told.',
  holdHours: 'In hours.',
  unconfirmedHoldHours: 'In hours. Never longer than the other.',
  unpaidOrders: 'At a time. The first is always allowed.',
  unconfirmedUnpaidOrders: 'At a time.',
  networkUnpaidOrders:
    'Each tool of an order is a line. All together; the first order of an account is always allowed.',
  unconfirmedNetworkUnpaidOrders:
    'All together, with the first order of each account. No single order can have more tools.',
};

export const settingsCopy = {
  title: 'Settings',
  text: 'What you decide about your shop. All its pages follow within a second.',
  save: 'Save settings',
  saved: 'The settings are saved and in force.',
  unchanged: 'Nothing was changed.',
  unsaved: (count: number) => (count === 1 ? 'One change is not saved.' : `${count} changes are not saved.`),
  undo: 'Undo all',
  reset: 'Use the defaults',
  resetLabel: (section: string) => `Use the defaults: ${section}`,
  lastChange: 'Last changed',
  /** Two people changed the settings at a time. */
  conflict:
    'Somebody else has changed the settings meanwhile. What they changed is taken over here, and what you typed is kept. Please check the marked fields and save again.',
  changedTo: (value: string) =>
    value === ''
      ? 'Somebody else has emptied this meanwhile. Saving stores yours.'
      : `Somebody else has entered “${value}” meanwhile. Saving stores yours.`,
  holdUntil: (from: string) => `An order that is placed now is held until ${from}.`,
  seeOnMap: 'See this place on a map',
} as const;
