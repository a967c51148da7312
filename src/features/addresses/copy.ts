const cancel = 'Cancel';

/** The texts of the address book. */
export const addressCopy = {
  title: 'My Addresses',
  text: 'Where your orders go, and where their invoices are addressed to.',
  add: 'Add an address',
  full: (most: number) => `Your book is full: it takes ${most} addresses. Delete one to add another.`,
  none: {
    title: 'No addresses yet',
    text: 'Save where your orders go, and you choose it at checkout instead of typing it.',
  },
  list: 'Your addresses',
  change: 'Change',
  remove: 'Delete',
  marks: { isDefaultDelivery: 'Default for delivery', isDefaultBilling: 'Default for billing' },
  mark: { isDefaultDelivery: 'Deliver here by default', isDefaultBilling: 'Bill here by default' },
  marked: {
    isDefaultDelivery: (name: string) => `Orders go to ${name} unless you choose another address.`,
    isDefaultBilling: (name: string) => `Invoices go to ${name} unless you choose another address.`,
  },
  askRemove: (lines: readonly string[]) => ({
    title: 'Delete this address?',
    text: lines.join('\n'),
    note: 'You can add it again. Orders keep the address they were placed with.',
    confirm: 'Yes, delete it',
    cancel,
  }),
  removed: (name: string) => `Deleted: the address of ${name}.`,
  stored: 'Your address is stored.',
  notFound: 'This address is not in your book. You may have deleted it in another window.',
  phone: 'Phone',
  vatId: 'VAT or tax ID',

  form: {
    addTitle: 'Add an address',
    changeTitle: 'Change an address',
    changeText: 'Orders keep the address they were placed with.',
    back: 'Back to My Addresses',
    submit: 'Save address',
    newer: 'The newer version',
    restored: 'Your input is still here.',
  },

  /** An admin enters what a buyer told the shop. */
  told: {
    open: 'Enter the address',
    title: 'Address from the buyer',
    text: 'As the buyer told you. It stays as you store it. Without a billing address it is that, too, and the invoice is issued.',
    submit: 'Store the address',
    cancel: 'Not now',
    loading: 'Loading the form …',
  },

  fields: {
    country: 'Country',
    name: 'Name',
    nameHint: 'Who receives it: a person or a department.',
    payerHint: 'Who pays: a person or a department.',
    company: 'Company',
    line1: 'Street and number',
    line1Hint: 'Or a P.O. box.',
    line2: 'Floor, unit or gate',
    line2WithDistrict: 'Floor, unit, or district',
    phone: 'Phone number',
    phoneHint: 'For the carrier. With the extension where there is one: 216 555 0100 ext. 9.',
    billingPhoneHint: 'For questions about the invoice.',
    vatIdHint: 'For the invoice, if you have one.',
    choose: 'Please choose',
  },

  picks: {
    title: 'Where should it go?',
    delivery: 'Delivery address',
    billing: 'Billing address',
    submit: 'Use this address',
  },

  choice: {
    another: 'Another address',
    same: 'The same as for delivery',
    showAll: (count: number) => `Show all ${count} addresses`,
  },
} as const;
