import { data } from 'react-router';
import { AddToBasket } from '#src/features/basket/ui/add-to-basket.tsx';
import { categoryCopy } from '#src/features/catalogue/range/category-copy.ts';
import { toCategoryRow } from '#src/features/catalogue/range/ui/category-row.ts';
import { CompareTable } from '#src/features/catalogue/range/ui/compare-table.tsx';
import { MAX_COMPARED } from '#src/features/catalogue/range/ui/compared-tools.ts';
import { getToolBySlug } from '#src/features/catalogue/tool/service.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { requestInfo } from '#src/platform/page-request.ts';
import { fail, toProblemDocument } from '#src/shared/problem.ts';
import { listShownFields } from '#src/shared/tool-fields/plain-fields.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { EmptyState, Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/compare';

const { compare: copy } = categoryCopy;

// Not cached, since there is no end of choices.
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, limits } = context.get(pageContext);
  const named = new URL(request.url).searchParams.getAll('tools').join(',').split(',').filter(Boolean);
  const slugs = [...new Set(named)];
  const retryAfter = slugs.length > 0 ? await limits.consume('search', context.get(requestInfo).clientAddress) : null;
  if (retryAfter) {
    const { status, detail } = toProblemDocument(fail('too_many_requests', { extra: { retryAfter } }), '');
    throw data({ detail }, { status });
  }
  const found = await Promise.all(slugs.slice(0, MAX_COMPARED).map((slug) => getToolBySlug(db, slug)));
  const current = await Promise.all(
    found.map((one) => (one && 'movedTo' in one ? getToolBySlug(db, one.movedTo) : one)),
  );
  const tools = current.flatMap((one) => (one && 'tool' in one ? [one.tool] : []));
  return {
    tools: tools.map((tool) => ({
      ...toCategoryRow(tool, true),
      state: tool.state,
      fields: Object.fromEntries(listShownFields(tool, 'compared')),
    })),
    tooMany: slugs.length > MAX_COMPARED,
    isGone: tools.length < Math.min(slugs.length, MAX_COMPARED),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: copy.title }, matches);

export default function Compare({ loaderData: { tools, tooMany, isGone } }: Route.ComponentProps) {
  const notes = [tooMany && copy.tooMany, isGone && copy.gone, tools.length === 1 && copy.one].filter(
    (note) => note !== false,
  );
  return (
    <Page title={copy.title} text={copy.text}>
      {notes.map((note) => (
        <p key={note} role="status" className="mb-4 border border-edge px-4 py-3">
          {note}
        </p>
      ))}
      {tools.length === 0 ? (
        <EmptyState
          title={copy.none.title}
          text={copy.none.text}
          action={
            <ButtonLink to="/categories" variant="secondary">
              {categoryCopy.index.title}
            </ButtonLink>
          }
        />
      ) : (
        <CompareTable tools={tools} BasketButton={AddToBasket} />
      )}
    </Page>
  );
}
