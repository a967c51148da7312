/** The states of a review, as its writer and admins filter their lists by. */
export const REVIEW_STATES = ['published', 'taken_down'] as const;

/** What its writer can change of a review. Their name is the account's. */
export const CHANGEABLE_FIELDS = ['image', 'company', 'designation', 'title', 'rating', 'about'] as const;

/** In characters. */
export const MAX_REMOVAL_REASON_LENGTH = 500;
