/** The most addresses in one book. */
export const MAX_ADDRESSES = 50;
