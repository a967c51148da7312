import { formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';

/** The texts of quote requests, the contact form and the admins' inbox. */
export const enquiryCopy = {
  quote: {
    title: 'Request a quote',
    text: 'For more pieces than are in stock, a delivery date or a price for a whole year. We answer by e-mail, as a rule on the same working day.',
    description: 'Ask for a price: which tool, how many, and where we can answer. We reply on the same working day.',
    product: 'Product',
    productHint: 'A tool from the shop, or what you are looking for in your own words.',
    quantity: 'Quantity',
    quantityHint: 'In pieces, from 1 to 1,000,000.',
    message: 'What should we know?',
    messageHint: 'When you need them and where, a standard they have to meet, how they should be packed.',
    company: 'Company (optional)',
    submit: 'Send request',
    /** Beside the form: what the quantity solver says of the tool and quantity in it. */
    offer: {
      smallest: 'That is the smallest order, and needs no quote.',
      orderable: 'No quote is needed for that, and your request is welcome all the same.',
      other: (quantity: number) => `For ${formatCount(quantity)}, send this request.`,
      order: (quantity: number, unitPrice: number) =>
        `Order ${formatCount(quantity)} at ${formatMoney(Math.round(unitPrice * 100))} each`,
    },
    sent: {
      title: 'We have your request',
      text: 'Thank you. A confirmation is on its way to your e-mail address, and our price follows, as a rule on the same working day.',
      back: 'See the tools',
      orderable: 'You need not wait for us, as this can be ordered right away.',
      other: (quantity: number) => `You can do that right away; we answer about ${formatCount(quantity)}.`,
    },
  },

  contact: {
    title: 'Write to us',
    subject: 'Subject',
    message: 'Message',
    submit: 'Send message',
    sent: {
      title: 'We have your message',
      text: 'Thank you. A confirmation is on its way to your e-mail address, and our answer follows, as a rule on the same working day.',
      back: 'To the home page',
    },
  },

  name: 'Your name',
  email: 'E-mail',
  emailHint: 'Our answer goes here.',
  privacy: 'We use what you send to answer you, and for nothing else.',
  privacyLink: 'Privacy policy',

  inbox: {
    title: 'Inbox',
    text: 'What visitors sent, and what the shop sent them.',
    quotes: 'Quote requests',
    messages: 'Messages',
    newsletter: 'Newsletter',
    outbox: 'Outbox',
    states: { open: 'Open', done: 'Done' },
    open: 'open',
    done: 'done',
    markDone: 'Mark done',
    markOpen: 'Open again',
    marked: { done: 'Marked done', open: 'Open again' },
    answer: 'Answer by e-mail',
    searchQuotes: 'Search requests',
    searchMessages: 'Search messages',
    sorts: {
      '-created': 'Newest first',
      created: 'Oldest first',
      '-quantity': 'Most pieces',
      quantity: 'Fewest pieces',
    },
    /** Of a quote request for a tool of the shop, at its prices and stock of now. */
    listPrice: (each: string, total: string) => `List price: ${each} each, ${total} in all.`,
    enough: (available: number) => `In stock: ${formatCount(available)} pcs.`,
    notEnough: (available: number, missing: number) =>
      `Only ${formatCount(available)} pcs in stock: ${formatCount(missing)} are missing.`,
    offSale: { draft: 'Not on sale yet.', archived: 'No longer sold.' },
    noQuotes: { title: 'No quote requests yet', text: 'What visitors ask for at “Request a quote” arrives here.' },
    noMessages: { title: 'No messages yet', text: 'What visitors write on the contact page arrives here.' },
  },
} as const;
