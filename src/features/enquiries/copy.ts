import { formatPieces } from '#src/shared/format-pieces.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';

/** The texts of quote requests, the contact form and the admins' inbox. */
export const enquiryCopy = {
  quote: {
    title: 'Request a quote',
    text: 'For larger quantities than we have in stock, a delivery date or a one-year price. We answer by email, usually the same business day.',
    description:
      'Ask for a price: tell us which tool, how many, and where to reply. We usually answer the same business day.',
    product: 'Product',
    productHint: 'A tool from the shop, or a description of what you need.',
    quantity: 'Quantity',
    quantityHint: 'In pieces, from 1 to 1,000,000.',
    message: 'What should we know?',
    messageHint: 'When and where you need them, standards they must meet, how they should be packed.',
    company: 'Company (optional)',
    submit: 'Send request',
    ask: 'Ask for a quote',
    /** Shown beside the form: the answer of the quantity solver for its tool and quantity. */
    offer: {
      smallest: 'That is the minimum order. You do not need a quote for it.',
      orderable: 'You do not need a quote for this quantity, but you are welcome to send your request.',
      other: (quantity: number) => `For ${formatCount(quantity)}, send this request.`,
      order: (quantity: number, unitPrice: number) =>
        `Order ${formatCount(quantity)} at ${formatDecimalMoney(unitPrice)} each`,
    },
    sent: {
      title: 'We have your request',
      text: 'Thank you. We sent a confirmation to your email address. Our price will follow, usually the same business day.',
      back: 'See the tools',
      orderable: 'You do not need to wait for us. You can order this right away.',
      other: (quantity: number) => `You can do that right away. We will reply about ${formatCount(quantity)}.`,
    },
  },

  contact: {
    title: 'Write to us',
    subject: 'Subject',
    message: 'Message',
    submit: 'Send message',
    sent: {
      title: 'We have your message',
      text: 'Thank you. We sent a confirmation to your email address. Our answer will follow, usually the same business day.',
      back: 'Go to the home page',
    },
  },

  name: 'Your name',
  email: 'Email',
  emailHint: 'We will reply to this address.',
  privacy: 'We use your information only to answer you.',
  privacyLink: 'Privacy policy',

  inbox: {
    title: 'Inbox',
    text: 'Requests and messages from visitors, and emails from the shop.',
    quotes: 'Quote requests',
    messages: 'Messages',
    newsletter: 'Newsletter',
    outbox: 'Outbox',
    states: { open: 'Open', done: 'Done' },
    open: 'open',
    done: 'done',
    markDone: 'Mark done',
    markOpen: 'Reopen',
    marked: { done: 'Marked done', open: 'Reopened' },
    answer: 'Answer by email',
    searchQuotes: 'Search requests',
    searchMessages: 'Search messages',
    sorts: {
      '-quantity': 'Most pieces',
      quantity: 'Fewest pieces',
    },
    /** For a quote request about a tool of the shop, at current prices and stock. */
    listPrice: (each: string, total: string) => `List price: ${each} each, ${total} total.`,
    enough: (available: number) => `In stock: ${formatPieces(available)}.`,
    notEnough: (available: number, missing: number) =>
      `Only ${formatPieces(available)} in stock, ${formatCount(missing)} short.`,
    offSale: { draft: 'Not on sale yet.', archived: 'No longer sold.' },
    noQuotes: { title: 'No quote requests yet', text: 'Requests from the “Request a quote” page will appear here.' },
    noMessages: { title: 'No messages yet', text: 'Messages from the contact page will appear here.' },
  },
} as const;
