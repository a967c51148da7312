/** The texts for who writes of a tool. Apart from those of its page, which loads few bytes. */
export const ownToolReviewCopy = {
  text: ['You are reviewing ', ', which you had shipped.'],
  stored: (name: string) => `Your review is stored. It stands on the page of ${name} now.`,
  show: 'Show the tool',
  ofShop: 'Review the shop instead',
  change: 'Change that review',
  unreadable: 'This tool could not be read. Please try again, or review the shop.',
  already: (name: string) => `You have reviewed ${name} already.`,
  notShipped: (name: string) => `Who has had “${name}” shipped can review it. You have not yet.`,
} as const;
