import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { data, redirect } from 'react-router';
import { AddToBasket } from '#src/features/basket/ui/add-to-basket.tsx';
import type { SearchOutcome } from '#src/features/catalogue/range/search-outcome.ts';
import { listSearchedTools } from '#src/features/catalogue/range/searched-tools.server.ts';
import { toolsCopy, toolsTitles } from '#src/features/catalogue/range/tools-copy.ts';
import { NothingFound, SearchNotice } from '#src/features/catalogue/range/ui/search-outcome.tsx';
import type { ToolFilters } from '#src/features/catalogue/range/ui/tool-filters.tsx';
import { toolListConfig } from '#src/features/catalogue/range/ui/tool-list.ts';
import { ToolTable, type ToolTableRow, toToolTableRow } from '#src/features/catalogue/range/ui/tool-table.tsx';
import { describePartNumbers } from '#src/features/catalogue/search/part-number-list.server.ts';
import { toolQuerySchema } from '#src/features/catalogue/tool/contract.ts';
import { notePrices } from '#src/flows/checkout/note-prices.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags } from '#src/platform/page-request.ts';
import { toProblem } from '#src/shared/form-result.ts';
import { lazyImport } from '#src/shared/lazy-import.ts';
import { countPages } from '#src/shared/pagination.ts';
import { toProblemDocument } from '#src/shared/problem.ts';
import { buttonClasses } from '#src/shared/ui/button.tsx';
import { formatListParams, getDefaultSort, parseListParams, toServerSort } from '#src/shared/ui/list/list-params.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { PrefetchPage } from '#src/shared/ui/list/prefetch-page.tsx';
import { type ListResult, type ListState, useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState, Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/tools';

interface ToolsData {
  result: ListResult<ToolTableRow>;
  /** Null without a search. */
  outcome: SearchOutcome | null;
  title: string;
  /** What the prices include and what is added, after the count. Absent if they are all that a buyer pays. */
  priceNote?: string;
  /** Absent if search engines need not index the page: for searches, and for another order of the same tools. */
  canonical?: string;
}

// Searches and cursors are left out: there is no end of them, and cached they would evict the pages everybody reads.
export const handle = {
  cacheKey(search) {
    const params = parseListParams(search, toolListConfig);
    return params.q || params.cursor || params.filters
      ? null
      : formatListParams(params, { page: params.page }, toolListConfig);
  },
} satisfies CacheablePage;

export async function loader({ request, context }: Route.LoaderArgs): Promise<ToolsData> {
  const shop = context.get(pageContext);
  const { db, limits, publicUrl } = shop;
  const params = parseListParams(new URL(request.url).searchParams, toolListConfig);
  const { q, state, sort, page, cursor } = params;
  const { pageSize } = toolListConfig;
  const where = cursor ? { cursor } : { page };
  const serverSort = toServerSort(sort, toolListConfig);
  const query = toolQuerySchema.safeParse({
    limit: pageSize,
    ...where,
    sort: serverSort,
    state: state || undefined,
    q,
  });
  // Somebody made the cursor up.
  if (!query.success) throw redirect(`/tools${formatListParams(params, {}, toolListConfig)}`);
  const found = await listSearchedTools(db, query.data, new URLSearchParams(params.filters), limits);
  if (!found.ok) {
    const { status, detail } = toProblemDocument(found, '');
    throw data({ detail }, { status });
  }
  const { rows, total = 0, next, matching = total, nearest = false, corrected = null, listed } = found.value;
  const last = countPages(total, pageSize);
  if (page > last && !cursor) throw redirect(`/tools${formatListParams(params, { page: last }, toolListConfig)}`);
  context.get(cacheTags).add('tools');
  const note = notePrices(shop);
  const plain = !q && !state && !params.filters && sort === getDefaultSort(toolListConfig);
  return {
    result: { ok: true, value: { rows: rows.map(toToolTableRow), total, next, pageNumber: page, pageSize } },
    outcome: q ? { q, nearest, corrected, matching, ...(listed && { notice: describePartNumbers(listed) }) } : null,
    title: q ? toolsTitles.search(q) : page > 1 ? toolsTitles.page(page) : toolsCopy.title,
    ...(note ? { priceNote: ` · Prices ${note}` } : {}),
    ...(plain && !cursor
      ? { canonical: `${publicUrl}/tools${formatListParams(params, { page }, toolListConfig)}` }
      : {}),
  };
}

/** If the next read fails, the current rows stay on the screen. */
export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs): Promise<ToolsData> {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error;
    return { result: { ok: false, problem: toProblem(error) }, outcome: null, title: toolsCopy.title };
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(
    {
      title: loaderData?.title ?? toolsCopy.title,
      description: toolsCopy.text,
      canonical: loaderData?.canonical,
    },
    matches,
  );

export default function Tools({ loaderData }: Route.ComponentProps) {
  const list = useList(toolListConfig, loaderData.result);
  const { params, page } = list;
  const outcome = useShownOutcome(loaderData);
  const isLast = !page || params.page >= countPages(page.total, page.pageSize);
  const matching = outcome && page && !outcome.nearest && outcome.matching < page.total ? outcome.matching : null;
  return (
    <Page title={toolsCopy.title} text={toolsCopy.text}>
      <WithFilters list={list}>
        <ListView
          list={list}
          empty={<EmptyState title={toolsCopy.none.title} text={toolsCopy.none.text} />}
          qualifier={outcome?.nearest && page?.total ? 'nearest' : matching === null ? 'matching' : ''}
          countNote={(matching === null ? '' : toolsCopy.found.ofThemMatching(matching)) + (loaderData.priceNote ?? '')}
          notice={outcome && <SearchNotice outcome={outcome} list={list} />}
          // The filters themselves say that no tool passes them.
          noMatch={params.q && !params.filters && <NothingFound q={params.q} notice={outcome?.notice} list={list} />}
        >
          <FoundTools list={list} matching={matching} />
          {!isLast && (
            <PrefetchPage
              pathname="/tools"
              search={formatListParams(params, { page: params.page + 1 }, toolListConfig)}
              route="routes/tools"
            />
          )}
        </ListView>
      </WithFilters>
    </Page>
  );
}

/**
 * The list, with a button that opens its filters beside it. Their code is large, so it is loaded when somebody opens
 * them, or follows an address that has filters.
 */
function WithFilters({ list, children }: { list: ListState<ToolTableRow>; children: ReactNode }) {
  const [Filters, setFilters] = useState<ComponentType<{ list: ListState<ToolTableRow> }>>();
  const place = useRef<HTMLDivElement>(null);
  const { filters } = list.params;
  useEffect(() => {
    if (filters) openFilters(setFilters);
  }, [filters]);
  return (
    <div className={`grid gap-x-10 gap-y-5 ${Filters ? 'lg:grid-cols-[15rem_minmax(0,1fr)]' : ''}`}>
      <div ref={place} tabIndex={-1} className="noscript:hidden outline-none">
        {Filters ? (
          <Filters list={list} />
        ) : (
          <button
            type="button"
            className={buttonClasses('secondary')}
            onClick={() => {
              // The button is about to go.
              place.current?.focus({ preventScroll: true });
              openFilters(setFilters);
            }}
          >
            {toolsCopy.filters}
          </button>
        )}
      </div>
      {children}
    </div>
  );
}

const toolFilters = lazyImport(() => import('#src/features/catalogue/range/ui/tool-filters.tsx'));

function openFilters(set: (filters: () => typeof ToolFilters) => void): void {
  void toolFilters.load().then((loaded) => loaded && set(() => loaded.ToolFilters));
}

/** How the search on the screen was understood. Like the rows, it stays if the next read fails. */
function useShownOutcome({ result, outcome }: ToolsData): SearchOutcome | null {
  const [shown, setShown] = useState(outcome);
  if (result.ok && outcome !== shown) setShown(outcome);
  return result.ok ? outcome : shown;
}

/** The tools of a page: those that have everything that was searched for, and separately those that come near. */
function FoundTools({ list, matching }: { list: ListState<ToolTableRow>; matching: number | null }) {
  const { rows, page } = list;
  const before = page ? (page.pageNumber - 1) * page.pageSize : 0;
  const split = matching === null ? rows.length : Math.max(0, Math.min(rows.length, matching - before));
  return (
    <>
      {split > 0 && <ToolTable list={{ ...list, rows: rows.slice(0, split) }} BasketButton={AddToBasket} />}
      {split < rows.length && (
        <>
          <h2 className="mt-10 font-semibold text-lead">{toolsCopy.found.near}</h2>
          <p className="mb-4 text-muted">{toolsCopy.found.nearText}</p>
          <ToolTable
            list={{ ...list, rows: rows.slice(split) }}
            caption={toolsCopy.found.near}
            BasketButton={AddToBasket}
          />
        </>
      )}
    </>
  );
}
