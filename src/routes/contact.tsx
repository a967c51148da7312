import type { ReactNode } from 'react';
import { pageShop, shownTags } from '#src/platform/page-context.ts';
import { company, site } from '#src/shared/site-messages.ts';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/contact';

export function loader({ context }: Route.LoaderArgs) {
  context.get(shownTags).add('static');
  return { canonical: `${context.get(pageShop).publicUrl}/contact` };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({ title: site.contact.title, description: site.contact.description, canonical: loaderData?.canonical });

const link =
  'inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal';

export default function Contact() {
  return (
    <Page title={site.contact.title} text={site.contact.text}>
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[2fr_3fr]">
        <div>
          <dl>
            <Way name={site.contact.phone}>
              <a href={`tel:${company.phone.dialled}`} className={`figures ${link}`}>
                {company.phone.shown}
              </a>
            </Way>
            <Way name={site.contact.email}>
              <a href={`mailto:${company.email}`} className={link}>
                {company.email}
              </a>
            </Way>
            <Way name={site.contact.hours}>{company.hours}</Way>
            <Way name={site.contact.address}>
              <address className="not-italic">
                {[company.legalName, ...company.address].map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </address>
            </Way>
          </dl>
          <p className="mt-6 text-muted">{site.contact.advice}</p>
        </div>
        <img src="/images/drawings/bench-vice.svg" alt="" width="800" height="600" className="h-auto w-full" />
      </div>
    </Page>
  );
}

function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-line border-b py-3 sm:grid-cols-[8rem_1fr] sm:items-baseline">
      <dt className="text-fine text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
