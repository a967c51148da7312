/** The tax class of a tool that has no other one. */
export const STANDARD_TAX_CLASS = 'standard';

/** The class of what is not taxed unless a rate says otherwise. */
export const ZERO_TAX_CLASS = 'zero';

/** The classes that every shop has. Its rates can name more. */
export const TAX_CLASSES = [STANDARD_TAX_CLASS, 'reduced', ZERO_TAX_CLASS] as const;

/** PostgreSQL must be able to read it, too. */
export const TAX_CLASS_PATTERN = /^[a-z][a-z0-9-]{0,29}$/;
