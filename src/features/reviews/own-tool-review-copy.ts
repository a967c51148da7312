/** The texts for customers who review a tool. Separate from those of its page, which loads few bytes. */
export const ownToolReviewCopy = {
  text: ['You are reviewing ', ', which we shipped to you.'],
  stored: (name: string) => `Your review is saved and now appears on the page of ${name}.`,
  storedWaiting: 'Your review is saved. It appears once the shop has read and published it.',
  storedOfShop: 'Your review is saved and now appears on the home page.',
  show: 'Show the tool',
  ofShop: 'Review the shop instead',
  change: 'Change your review',
  unreadable: 'This tool could not be loaded. Please try again, or review the shop.',
  already: (name: string) => `You have already reviewed ${name}.`,
  notShipped: (name: string) => `You can review “${name}” once we have shipped it to you.`,
} as const;
