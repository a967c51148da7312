/** The texts of the reviews of a tool. */
export const toolReviewCopy = {
  title: 'Reviews',
  write: 'Review it',
  average: (average: number) => `${average} out of 5`,
  count: (text: string, count: number) => `${text} ${count === 1 ? 'review' : 'reviews'}, all by buyers`,
  newest: (count: number) => `These are the newest ${count}.`,
  none: 'No reviews yet. Customers who received this tool can write the first one.',
  verified: 'Verified buyer',
} as const;
