import { useEffect, useRef, useState } from 'react';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { Spinner } from '#src/shared/ui/button.tsx';
import { formatListParams } from '#src/shared/ui/list/list-params.ts';
import type { ListNavigation } from '#src/shared/ui/list/use-list-navigation.ts';
import { categoryCopy } from '../category-copy.ts';
import { type CategoryParams, parseCategoryParams } from '../category-params.ts';
import type { ToolFacets } from '../facet-contract.ts';
import { formatFilters } from '../filter-params.ts';
import { ChosenFilters } from './chosen-filters.tsx';
import { FilterForm } from './filter-form.tsx';

const { none: copy } = categoryCopy;

/** In ms. Counting costs as much as searching, so somebody who is typing waits for it. */
const DEBOUNCE_MS = 500;

/** The filters of the range or of a search in it, which were opened by a button and have taken its place. */
export function ToolFilters({ list }: { list: ListNavigation }) {
  const { params, config } = list;
  const { q, state } = params;
  const query = new URLSearchParams(params.filters);
  if (state) query.set('state', state);
  const parsed = parseCategoryParams(query);
  const { facets, problem } = useFacets(q, formatFilters(parsed.filters).toString());
  const toAddress = ({ filters, rejected }: Pick<CategoryParams, 'filters' | 'rejected'>) => {
    const query = formatFilters({ ...filters, state: undefined });
    for (const [name, text] of rejected) query.append(name, text);
    return config.path + formatListParams(params, { filters: query.toString(), state: filters.state ?? '' }, config);
  };
  const unfiltered = formatListParams(params, { filters: '', state: '' }, config);
  return (
    <div className="grid min-h-11 content-start gap-3">
      <ChosenFilters params={parsed} toAddress={(changes) => toAddress({ ...parsed, ...changes })} />
      <p role="status" className="empty:hidden">
        {!facets && !problem && <Spinner />}
        {problem?.detail}
        {facets?.total === 0 && `${copy.title}.`}
      </p>
      {facets && (
        <FilterForm
          path={config.path}
          params={parsed}
          facets={facets}
          others={[...new URLSearchParams(unfiltered)]}
          toAddress={(typed) => toAddress(parseCategoryParams(typed))}
        />
      )}
    </div>
  );
}

/** What the tools that match can be filtered by. Null until it is known; the last one stays until there is another. */
function useFacets(q: string, filters: string): { facets: ToolFacets | null; problem: ApiProblem | null } {
  const [facets, setFacets] = useState<ToolFacets | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const left = new AbortController();
    const search = new URLSearchParams(filters);
    if (q) search.set('q', q);
    const count = async () => {
      isFirst.current = false;
      const counted = await callApi<ToolFacets>(`/tools/facets?${search}`, { token: null });
      if (left.signal.aborted) return;
      setProblem(counted.ok ? null : counted.problem);
      if (counted.ok) setFacets(counted.value);
    };
    const timer = setTimeout(() => void count(), isFirst.current ? 0 : DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [q, filters]);
  return { facets, problem };
}
