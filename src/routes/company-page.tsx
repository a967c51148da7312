import { data } from 'react-router';
import { companyPages } from '#src/content/company/company-pages.ts';
import { SectionBlock } from '#src/content/company/ui/section-block.tsx';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { formatDate, formatHours } from '#src/shared/dates.ts';
import { Page, TextSection } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/company-page';

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

/** The text comes from the server, so that no script contains the texts of all pages. */
export function loader({ url, context }: Route.LoaderArgs) {
  const name = url.pathname.slice(1);
  const createPage = Object.hasOwn(companyPages, name) ? companyPages[name] : undefined;
  if (!createPage) throw data(null, { status: 404 });
  context.get(cacheTags).add('static');
  const { publicUrl, getCompany, shopSettings } = context.get(pageContext);
  const holdTime = formatHours(shopSettings.get().settings.holdHours);
  return { canonical: `${publicUrl}/${name}`, page: createPage({ company: getCompany(), holdTime }) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta({ ...loaderData.page, canonical: loaderData.canonical }, matches) : [];

export default function CompanyTextPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <Page title={page.title} text={page.text} flush>
      {page.sections.map(({ title, blocks: parts }) => (
        <TextSection key={title} title={title}>
          {parts.map((part) => (
            <SectionBlock key={JSON.stringify(part)} part={part} />
          ))}
        </TextSection>
      ))}
      {page.since && (
        <p className="pt-6 text-fine text-muted">
          As of <time dateTime={page.since}>{formatDate(page.since, 'UTC')}</time>
        </p>
      )}
    </Page>
  );
}
