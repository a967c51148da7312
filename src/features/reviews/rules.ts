/** The states of a review, by which its author and admins filter their lists. */
export const REVIEW_STATES = ['published', 'waiting', 'taken_down'] as const;

/** One that was taken down stays so, whether or not it still waits. `takenDown`: when, or null. */
export function getReviewState({ takenDown, waiting }: { takenDown: object | null; waiting: boolean }) {
  return takenDown ? 'taken_down' : waiting ? 'waiting' : 'published';
}

/** What its author can change in a review. The name is that of the account. */
export const CHANGEABLE_FIELDS = ['image', 'company', 'designation', 'title', 'rating', 'about'] as const;

/** In characters. */
export const MAX_REMOVAL_REASON_LENGTH = 500;
