/** The texts of the reviews of a tool. */
export const toolReviewCopy = {
  title: 'Reviews',
  write: 'Review it',
  average: (average: number) => `${average} of 5`,
  count: (text: string, count: number) => `${text} ${count === 1 ? 'review' : 'reviews'}, all by buyers`,
  newest: (count: number) => `These are the newest ${count}.`,
  none: 'No buyer has reviewed this tool yet. Who has had it shipped can write the first review.',
  verified: 'Had this tool shipped',
  own: {
    text: ['You are reviewing ', ', which you had shipped.'],
    stored: (name: string) => `Your review is stored. It stands on the page of ${name} now.`,
    show: 'Show the tool',
    ofShop: 'Review the shop instead',
    change: 'Change that review',
    unreadable: 'This tool could not be read. Please try again, or review the shop.',
    already: (name: string) => `You have reviewed ${name} already.`,
    notShipped: (name: string) => `Who has had “${name}” shipped can review it. You have not yet.`,
  },
} as const;
