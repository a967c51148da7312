/** The most groups of synonyms in a shop. */
export const MAX_SYNONYMS = 500;

/** The most terms of one group. */
export const MAX_TERMS = 12;

/** The longest term, in characters. */
export const MAX_TERM_LENGTH = 60;
