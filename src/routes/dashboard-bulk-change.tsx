import { bulkCopy } from '#src/features/catalogue/bulk/copy.ts';
import { listBulkKinds, MAX_BULK_TOOLS } from '#src/features/catalogue/bulk/rules.ts';
import { BulkEditor, type ToolSelection } from '#src/features/catalogue/bulk/ui/bulk-editor.tsx';
import { readChosenIds } from '#src/features/catalogue/bulk/ui/tool-choice.tsx';
import type { InventoryQuery } from '#src/features/catalogue/keeping/contract.ts';
import { readCategory } from '#src/features/catalogue/keeping/ui/category-filter.tsx';
import { fetchToolInventory, listConfig } from '#src/features/catalogue/keeping/ui/tool-inventory.tsx';
import { fetchAllCategories } from '#src/features/catalogue/keeping/ui/use-all-categories.ts';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { formatListParams, parseListParams } from '#src/shared/ui/list/list-params.ts';
import { EmptyState, PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-bulk-change';

const { form: copy } = bulkCopy;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: copy.title }, matches);

/**
 * With `chosen`, the change is for the tools ticked in this tab. Otherwise it is for all that the list shows with this
 * query.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user, can } = await requirePermission(request, 'range.keep');
  const kinds = listBulkKinds(can);
  const search = new URL(request.url).searchParams;
  const params = parseListParams(search, listConfig);
  const back = `/dashboard/products${formatListParams(params, {}, listConfig)}`;
  if (search.has('chosen')) {
    const ids = readChosenIds();
    return { kinds, email: user.email, back, count: ids.length, text: copy.ofChosen(ids.length), selection: { ids } };
  }
  const { q, state } = params;
  const category = readCategory(params.filters);
  const [result, categories] = await Promise.all([fetchToolInventory(search), category ? fetchAllCategories() : []]);
  const { total } = requireResult(result, request);
  const named = categories.find(({ slug }) => slug === category);
  const label = listConfig.states.find(([value]) => value === state)?.[1];
  const filter =
    [label, category && copy.inCategory(named?.path ?? category), q && copy.matching(q)].filter(Boolean).join(', ') ||
    copy.all;
  const selection: ToolSelection = {
    filter: {
      ...(q ? { q } : {}),
      ...(state ? { state: state as NonNullable<InventoryQuery['state']> } : {}),
      ...(category ? { category } : {}),
    },
  };
  return { kinds, email: user.email, back, count: total, text: copy.ofFilter(total, filter), selection };
}

export const ErrorBoundary = PageError;

export default function DashboardBulkChange({ loaderData }: Route.ComponentProps) {
  const { kinds, email, back, count, text, selection } = loaderData;
  return (
    <>
      <PageHeading
        title={copy.title}
        text={count > 0 ? text : undefined}
        actions={
          <ButtonLink to={back} variant="secondary">
            {copy.back}
          </ButtonLink>
        }
      />
      <div className="mt-8">
        {count === 0 ? (
          <EmptyState {...copy.nothing} action={<ButtonLink to="/dashboard/products">{copy.back}</ButtonLink>} />
        ) : count > MAX_BULK_TOOLS ? (
          <FormError>{copy.tooMany(count)}</FormError>
        ) : (
          <BulkEditor key={text} kinds={kinds} email={email} selection={selection} />
        )}
      </div>
    </>
  );
}
