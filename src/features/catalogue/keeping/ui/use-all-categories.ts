import { useEffect, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { joinPath } from '#src/shared/category-path.ts';

/** A category that can be chosen. */
export interface ChoosableCategory {
  slug: string;
  /** Its names from the top level down. */
  path: string;
}

/** All categories, each after its parent; none until they are read, or if they cannot be. */
export function useAllCategories(): readonly ChoosableCategory[] {
  const [categories, setCategories] = useState<readonly ChoosableCategory[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void callApi<{ slug: string; path: string[] }[]>('/categories/all').then((result) => {
      if (isCurrent && result.ok) setCategories(result.value.map(({ slug, path }) => ({ slug, path: joinPath(path) })));
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return categories;
}
