/**
 * Whether an address's parameter is a filter of tools. Apart from the rules of filters, since the page of all tools has
 * no room for those.
 */
export const isFilterParameter = (name: string): boolean => /^(spec|price|minimum)\.|^origin$/.test(name);
