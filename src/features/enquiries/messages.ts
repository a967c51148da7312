/** The texts of quote requests, the contact form and the admins' inbox. */
export const enquiryTexts = {
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
    fromTool: 'Need more than is in stock, or a special price?',
    sent: {
      title: 'We have your request',
      text: 'Thank you. A confirmation is on its way to your e-mail address, and our price follows, as a rule on the same working day.',
      back: 'See the tools',
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
    open: 'open',
    done: 'done',
    markDone: 'Mark done',
    markOpen: 'Open again',
    answer: 'Answer by e-mail',
    waiting: (count: number) => (count === 0 ? 'none waiting' : `${count >= 1_000 ? '1,000 or more' : count} waiting`),
    noQuotes: { title: 'No quote requests yet', text: 'What visitors ask for at “Request a quote” arrives here.' },
    noMessages: { title: 'No messages yet', text: 'What visitors write on the contact page arrives here.' },
  },
} as const;
