/** The texts of the reviews of a tool. */
export const toolReviewCopy = {
  title: 'Reviews',
  write: 'Review it',
  average: (average: number) => `${average} of 5`,
  count: (text: string, count: number) => `${text} ${count === 1 ? 'review' : 'reviews'}, all by buyers`,
  newest: (count: number) => `These are the newest ${count}.`,
  none: 'No buyer has reviewed this tool yet. Who has had it shipped can write the first review.',
  verified: 'Had this tool shipped',
} as const;
