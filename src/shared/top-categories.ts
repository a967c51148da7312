import { createContext, use } from 'react';

/** A category of the top level, which every page names. */
export interface TopCategory {
  name: string;
  slug: string;
}

/** The first categories of the range, for the page that is being rendered. */
export const TopCategoriesContext = createContext<readonly TopCategory[]>([]);

export function useTopCategories(): readonly TopCategory[] {
  return use(TopCategoriesContext);
}
