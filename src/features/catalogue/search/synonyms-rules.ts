/** Groups of synonyms in a shop. */
export const MAX_SYNONYMS = 500;

/** Of one group. */
export const MAX_TERMS = 12;

/** Of one term, in characters. */
export const MAX_TERM_LENGTH = 60;
