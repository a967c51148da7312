import { data } from 'react-router';
import { pageShop, shownTags } from '#src/platform/page-context.ts';
import { companyPages } from '#src/shared/company-pages.ts';
import { site } from '#src/shared/site-messages.ts';
import { CompanyPart } from '#src/shared/ui/company-part.tsx';
import { Page, TextPart } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/company-page';

/** The text comes from the server, so that no page's script carries the texts of all. */
export function loader({ url, context }: Route.LoaderArgs) {
  const name = url.pathname.slice(1);
  const page = Object.hasOwn(companyPages, name) ? companyPages[name] : undefined;
  if (!page) throw data(null, { status: 404 });
  context.get(shownTags).add('static');
  return { canonical: `${context.get(pageShop).publicUrl}/${name}`, page };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta({ ...loaderData.page, canonical: loaderData.canonical }) : [];

export default function CompanyTextPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <Page title={page.title} text={page.text} joined>
      {page.sections.map(({ title, parts }) => (
        <TextPart key={title} title={title}>
          {parts.map((part) => (
            <CompanyPart key={JSON.stringify(part)} part={part} />
          ))}
        </TextPart>
      ))}
      {page.since && (
        <p className="pt-6 text-fine text-muted">
          {site.asOf} <time dateTime={page.since}>{formatDay(page.since)}</time>
        </p>
      )}
    </Page>
  );
}

/** The same on the server and in every browser, wherever it is. */
function formatDay(day: string): string {
  return new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
