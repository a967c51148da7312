import type { ReactNode } from 'react';
import { contactCopy } from '#src/features/enquiries/contact-copy.ts';
import { newMessageSchema } from '#src/features/enquiries/contract.ts';
import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { MessageForm } from '#src/features/enquiries/ui/message-form.tsx';
import { useCurrentUser } from '#src/features/identity/ui/use-current-user.ts';
import { submitMessage } from '#src/flows/enquiries/submit-enquiry.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { formHeaders, handleForm } from '#src/flows/page-form.server.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { findCompany, useCompany } from '#src/shared/company.ts';
import { discardDraft } from '#src/shared/draft.ts';
import { submitForm } from '#src/shared/form-result.ts';
import { Page, Section } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/contact';

const DRAFT = 'contact';

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

export function loader({ context }: Route.LoaderArgs) {
  context.get(cacheTags).add('static');
  return { canonical: `${context.get(pageContext).publicUrl}/contact` };
}

export function action({ request, context }: Route.ActionArgs) {
  return handleForm(
    { request, context },
    {
      schema: newMessageSchema,
      fields: ['name', 'email', 'subject', 'message'],
      limit: 'enquiry',
      store: (message, clientAddress) => submitMessage(context.get(pageContext), message, clientAddress),
      redirectTo: '/contact/sent',
    },
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, () => discardDraft(DRAFT));
}

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(
    {
      title: contactCopy.title,
      description: contactCopy.description(findCompany(matches)?.legalName ?? ''),
      canonical: loaderData?.canonical,
    },
    matches,
  );

const link =
  'inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal';

export default function Contact({ actionData }: Route.ComponentProps) {
  const user = useCurrentUser();
  const company = useCompany();
  return (
    <Page title={contactCopy.title} text={contactCopy.text}>
      <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div>
          <dl>
            <ContactEntry name={contactCopy.phone}>
              <a href={`tel:${company.phone.uri}`} className={`figures ${link}`}>
                {company.phone.formatted}
              </a>
            </ContactEntry>
            <ContactEntry name={contactCopy.email}>
              <a href={`mailto:${company.email}`} className={link}>
                {company.email}
              </a>
            </ContactEntry>
            <ContactEntry name={contactCopy.hours}>{company.hours}</ContactEntry>
            <ContactEntry name={contactCopy.address}>
              <address className="not-italic">
                {[company.legalName, ...company.address].map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </address>
            </ContactEntry>
            {company.taxNumber && <ContactEntry name={contactCopy.taxNumber}>{company.taxNumber}</ContactEntry>}
          </dl>
          <p className="mt-6 text-muted">{contactCopy.advice}</p>
          <img
            src="/images/drawings/bench-vise.svg"
            alt=""
            width="800"
            height="600"
            loading="lazy"
            className="mt-10 hidden h-auto w-full lg:block"
          />
        </div>
        <Section title={enquiryCopy.contact.title} id="write">
          <div className="mt-6 max-w-xl">
            <MessageForm result={actionData} draft={DRAFT} user={user} />
          </div>
        </Section>
      </div>
    </Page>
  );
}

function ContactEntry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-line border-b py-3 sm:grid-cols-[8rem_1fr] sm:items-baseline">
      <dt className="text-fine text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
