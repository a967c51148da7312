import { useEffect, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { joinPath } from '#src/shared/category-path.ts';

/** A category that can be chosen. */
export interface ChoosableCategory {
  slug: string;
  /** Its names from the top level down. */
  path: string;
}

/** All categories, each after its parent; none if they cannot be read. */
export async function fetchAllCategories(): Promise<readonly ChoosableCategory[]> {
  const result = await callApi<{ slug: string; path: string[] }[]>('/categories/all');
  return result.ok ? result.value.map(({ slug, path }) => ({ slug, path: joinPath(path) })) : [];
}

/** The same in a component; none until they are read. */
export function useAllCategories(): readonly ChoosableCategory[] {
  const [categories, setCategories] = useState<readonly ChoosableCategory[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void fetchAllCategories().then((all) => {
      if (isCurrent) setCategories(all);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return categories;
}
