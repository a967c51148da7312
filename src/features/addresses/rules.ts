/** The most addresses in one book. */
export const MAX_ADDRESSES = 50;

/** In characters. */
export const MAX_LABEL_LENGTH = 40;
