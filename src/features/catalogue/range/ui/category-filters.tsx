import { type CategoryParams, formatCategoryParams, parseCategoryParams } from '../category-params.ts';
import type { ToolFacets } from '../facet-contract.ts';
import { FilterForm } from './filter-form.tsx';

interface CategoryFiltersProps {
  path: string;
  params: CategoryParams;
  facets: ToolFacets;
}

/** The filters of a category. */
export function CategoryFilters({ path, params, facets }: CategoryFiltersProps) {
  const unfiltered = formatCategoryParams({ ...params, filters: { specifications: [] }, rejected: [] });
  return (
    <FilterForm
      path={path}
      params={params}
      facets={facets}
      others={[...new URLSearchParams(unfiltered)]}
      toAddress={(typed) => path + formatCategoryParams(parseCategoryParams(typed))}
    />
  );
}
