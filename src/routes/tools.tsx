import { data, redirect } from 'react-router';
import { toolListSchema } from '#src/features/catalogue/contract.ts';
import { findTools } from '#src/features/catalogue/service.server.ts';
import { TOOLS_ON_A_PAGE, toolChoices } from '#src/features/catalogue/ui/tool-list.ts';
import { type ListedTool, ToolTable, toListedTool } from '#src/features/catalogue/ui/tool-table.tsx';
import { pageShop, pageVisitor, readParameters, shownTags } from '#src/platform/page-context.ts';
import { problemOf } from '#src/shared/form-answer.ts';
import { pagesOf } from '#src/shared/listing.ts';
import { problemDocument } from '#src/shared/problem.ts';
import { site } from '#src/shared/site-messages.ts';
import { readListAddress, usualSort, writeListAddress } from '#src/shared/ui/list/list-address.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { type ListRead, useKeptRows, useListNavigation } from '#src/shared/ui/list/use-list.ts';
import { Empty, Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/tools';

interface ReadTools {
  read: ListRead<ListedTool>;
  title: string;
  /** Absent on what search engines need not list: searches, and the same tools in another order. */
  canonical?: string;
}

export async function loader({ request, context }: Route.LoaderArgs): Promise<ReadTools> {
  const { db, publicUrl } = context.get(pageShop);
  const address = readListAddress(new URL(request.url).searchParams, toolChoices);
  const { q, state, sort, page } = address;
  const asked = { limit: TOOLS_ON_A_PAGE, page, sort, state: state || undefined, q };
  const { limits, clientAddress } = context.get(pageVisitor);
  const found = await findTools(db, toolListSchema.parse(asked), () => limits.take('search', clientAddress));
  if (!found.ok) {
    const { status, detail } = problemDocument(found, '');
    throw data({ detail }, { status });
  }
  const { rows, total } = found.value;
  const last = pagesOf(total, TOOLS_ON_A_PAGE);
  if (page > last) throw redirect(`/tools${writeListAddress(address, { page: last }, toolChoices)}`);
  // There is no end of different searches: kept, they would drive out the pages everybody reads.
  context.set(readParameters, ['state', 'sort', 'page']);
  context.get(shownTags).add('tools');
  const plain = !q && !state && sort === usualSort(toolChoices);
  return {
    read: { ok: true, value: { rows: rows.map(toListedTool), total, page, pageSize: TOOLS_ON_A_PAGE } },
    title: q ? site.catalogue.found(q) : page > 1 ? site.catalogue.page(page) : site.catalogue.title,
    ...(plain ? { canonical: `${publicUrl}/tools${writeListAddress(address, { page }, toolChoices)}` } : {}),
  };
}

/** What has been shown stays when the next read fails: the shop may be back in a moment. */
export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs): Promise<ReadTools> {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error;
    return { read: { ok: false, problem: problemOf(error) }, title: site.catalogue.title };
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: loaderData?.title ?? site.catalogue.title,
    description: site.catalogue.description,
    canonical: loaderData?.canonical,
  });

export default function Tools({ loaderData }: Route.ComponentProps) {
  const list = useListNavigation(toolChoices);
  const { found, problem } = useKeptRows(loaderData.read);
  return (
    <Page title={site.catalogue.title} text={site.catalogue.text}>
      <ListView
        list={list}
        nouns={['tool', 'tools']}
        found={found}
        problem={problem}
        search={site.catalogue.search}
        empty={<Empty title={site.catalogue.none.title} text={site.catalogue.none.text} />}
      >
        <ToolTable tools={found?.rows ?? []} order={{ sort: list.address.sort, link: (sort) => list.link({ sort }) }} />
      </ListView>
    </Page>
  );
}
