const cancel = 'Cancel';

export const addressCopy = {
  title: 'My Addresses',
  text: 'Shipping and billing addresses for your orders.',
  add: 'Add an address',
  full: (most: number) => `Your address book is full. It holds ${most} addresses. Delete one to add another.`,
  none: {
    title: 'No addresses yet',
    text: 'Save your addresses to choose them at checkout.',
  },
  list: 'Your addresses',
  change: 'Change',
  remove: 'Delete',
  marks: { isDefaultDelivery: 'Default shipping address', isDefaultBilling: 'Default billing address' },
  mark: { isDefaultDelivery: 'Make default for shipping', isDefaultBilling: 'Make default for billing' },
  marked: {
    isDefaultDelivery: (name: string) => `Orders go to ${name} unless you choose another address.`,
    isDefaultBilling: (name: string) => `Invoices go to ${name} unless you choose another address.`,
  },
  askRemove: (lines: readonly string[]) => ({
    title: 'Delete this address?',
    text: lines.join('\n'),
    note: 'You can add it again. Existing orders keep their address.',
    confirm: 'Yes, delete it',
    cancel,
  }),
  removed: (name: string) => `Deleted: the address of ${name}.`,
  stored: (called: string) => `Saved: the address of ${called}.`,
  notFound: 'This address is no longer in your address book. You may have deleted it in another window.',
  phone: 'Phone',
  vatId: 'VAT or tax ID',

  form: {
    addTitle: 'Add an address',
    changeTitle: 'Change an address',
    changeText: 'Existing orders keep their address.',
    back: 'Back to My Addresses',
    submit: 'Save address',
    newer: 'The newer version',
    restored: 'Your entries are still here.',
  },

  /** For an address that a buyer told the shop and that an admin enters. */
  missing: {
    open: 'Enter the address',
    title: 'Address from the buyer',
    text: 'Enter the address the buyer gave you. It cannot be changed later. If there is no billing address, it is also used for billing, and the invoice is issued.',
    submit: 'Save address',
    cancel: 'Not now',
    loading: 'Loading the form …',
  },

  fields: {
    label: 'Label',
    labelHint: 'Only you see it: “Site 14”, “Warehouse”.',
    country: 'Country',
    name: 'Name',
    nameHint: 'The recipient: a person or a department.',
    payerHint: 'The payer: a person or a department.',
    company: 'Company',
    line1: 'Street and number',
    line1Hint: 'Or a P.O. box.',
    line2: 'Floor, unit or gate',
    line2WithDistrict: 'Floor, unit, or district',
    phone: 'Phone number',
    phoneHint: 'For the carrier. Include any extension: 216 555 0100 ext. 9.',
    billingPhoneHint: 'For questions about the invoice.',
    vatIdHint: 'For the invoice, if you have one.',
    choose: 'Please choose',
  },

  picks: {
    title: 'Where should we ship it?',
    delivery: 'Shipping address',
    billing: 'Billing address',
    submit: 'Use this address',
  },

  choice: {
    another: 'Another address',
    same: 'Same as shipping address',
    showAll: (count: number) => `Show all ${count} addresses`,
  },
} as const;
