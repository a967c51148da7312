import { useState } from 'react';
import type { Synonyms } from '#src/features/catalogue/search/search-contract.ts';
import { searchCopy as copy } from '#src/features/catalogue/search/search-copy.ts';
import { fetchSearchMisses, SearchMissList } from '#src/features/catalogue/search/ui/search-miss-list.tsx';
import { SynonymsSection } from '#src/features/catalogue/search/ui/synonyms-section.tsx';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { resultOrSignIn } from '#src/features/identity/ui/require-result.ts';
import { callApi } from '#src/shared/api-client.ts';
import { PageHeading, Section } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-search';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: copy.title }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'search.tune');
  const [misses, synonyms] = await Promise.all([
    fetchSearchMisses(new URL(request.url).searchParams),
    callApi<Synonyms[]>('/search/synonyms'),
  ]);
  return { misses: resultOrSignIn(misses, request), synonyms: resultOrSignIn(synonyms, request) };
}

export const ErrorBoundary = PageError;

export default function DashboardSearch({ loaderData: { misses, synonyms } }: Route.ComponentProps) {
  const [wish, setWish] = useState<{ query: string } | null>(null);
  return (
    <>
      <PageHeading title={copy.title} text={copy.text} />
      <div className="mt-10 grid gap-14">
        <Section id="misses" title={copy.misses.title}>
          <div className="mt-4 grid gap-4">
            <p className="max-w-prose text-muted">{copy.misses.text}</p>
            <SearchMissList result={misses} onAddSynonyms={(query) => setWish({ query })} />
          </div>
        </Section>
        <SynonymsSection result={synonyms} wish={wish} />
      </div>
    </>
  );
}
