import { data, redirect } from 'react-router';
import { AddToBasket } from '#src/features/basket/ui/add-to-basket.tsx';
import { toolQuerySchema } from '#src/features/catalogue/contract.ts';
import { searchTools } from '#src/features/catalogue/service.server.ts';
import { toolListConfig } from '#src/features/catalogue/ui/tool-list.ts';
import { ToolTable, type ToolTableRow, toToolTableRow } from '#src/features/catalogue/ui/tool-table.tsx';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags, requestInfo } from '#src/platform/page-request.ts';
import { toProblem } from '#src/shared/form-result.ts';
import { countPages } from '#src/shared/pagination.ts';
import { toProblemDocument } from '#src/shared/problem.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { formatListParams, getDefaultSort, parseListParams } from '#src/shared/ui/list/list-params.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { PrefetchPage } from '#src/shared/ui/list/prefetch-page.tsx';
import { type ListResult, useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState, Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/tools';

interface ToolsData {
  result: ListResult<ToolTableRow>;
  title: string;
  /** Absent where search engines need not index the page: on searches, and for another order of the same tools. */
  canonical?: string;
}

// Searches are left out: there is no end of them, and cached they would evict the pages everybody reads.
export const handle = {
  cacheKey(search) {
    const params = parseListParams(search, toolListConfig);
    return params.q ? null : formatListParams(params, { page: params.page }, toolListConfig);
  },
} satisfies CacheablePage;

export async function loader({ request, context }: Route.LoaderArgs): Promise<ToolsData> {
  const { db, limits, publicUrl } = context.get(pageContext);
  const params = parseListParams(new URL(request.url).searchParams, toolListConfig);
  const { q, state, sort, page } = params;
  const { pageSize } = toolListConfig;
  const query = { limit: pageSize, page, sort, state: state || undefined, q };
  const { clientAddress } = context.get(requestInfo);
  const found = await searchTools(db, toolQuerySchema.parse(query), () => limits.consume('search', clientAddress));
  if (!found.ok) {
    const { status, detail } = toProblemDocument(found, '');
    throw data({ detail }, { status });
  }
  const { rows, total } = found.value;
  const last = countPages(total, pageSize);
  if (page > last) throw redirect(`/tools${formatListParams(params, { page: last }, toolListConfig)}`);
  context.get(cacheTags).add('tools');
  const plain = !q && !state && sort === getDefaultSort(toolListConfig);
  return {
    result: { ok: true, value: { rows: rows.map(toToolTableRow), total, pageNumber: page, pageSize } },
    title: q ? siteCopy.catalogue.searchTitle(q) : page > 1 ? siteCopy.catalogue.page(page) : siteCopy.catalogue.title,
    ...(plain ? { canonical: `${publicUrl}/tools${formatListParams(params, { page }, toolListConfig)}` } : {}),
  };
}

/** The rows on the screen stay when the next read fails. */
export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs): Promise<ToolsData> {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error;
    return { result: { ok: false, problem: toProblem(error) }, title: siteCopy.catalogue.title };
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(
    {
      title: loaderData?.title ?? siteCopy.catalogue.title,
      description: siteCopy.catalogue.description,
      canonical: loaderData?.canonical,
    },
    matches,
  );

export default function Tools({ loaderData }: Route.ComponentProps) {
  const list = useList(toolListConfig, loaderData.result);
  const { params, page } = list;
  const isLast = !page || params.page >= countPages(page.total, page.pageSize);
  return (
    <Page title={siteCopy.catalogue.title} text={siteCopy.catalogue.text}>
      <ListView
        list={list}
        empty={<EmptyState title={siteCopy.catalogue.none.title} text={siteCopy.catalogue.none.text} />}
      >
        <ToolTable list={list} BasketButton={AddToBasket} />
        {!isLast && (
          <PrefetchPage
            pathname="/tools"
            search={formatListParams(params, { page: params.page + 1 }, toolListConfig)}
            route="routes/tools"
          />
        )}
      </ListView>
    </Page>
  );
}
