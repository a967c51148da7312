import type { ReactNode } from 'react';
import { newMessageSchema } from '#src/features/enquiries/contract.ts';
import { enquiryTexts } from '#src/features/enquiries/messages.ts';
import { MessageForm } from '#src/features/enquiries/ui/message-form.tsx';
import { usePerson } from '#src/features/identity/ui/use-person.ts';
import { takeMessage } from '#src/flows/take-enquiry.server.ts';
import { pageShop, pageVisitor, shownTags } from '#src/platform/page-context.ts';
import { formHeaders, takeForm } from '#src/platform/page-form.server.ts';
import { dropDraft } from '#src/shared/draft.ts';
import { sendForm } from '#src/shared/form-answer.ts';
import { company, site } from '#src/shared/site-messages.ts';
import { Page, Section } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/contact';

const DRAFT = 'contact';

export function loader({ context }: Route.LoaderArgs) {
  context.get(shownTags).add('static');
  return { canonical: `${context.get(pageShop).publicUrl}/contact` };
}

export function action({ request, context }: Route.ActionArgs) {
  return takeForm(
    { request, context },
    {
      schema: newMessageSchema,
      fields: ['name', 'email', 'subject', 'message'],
      limit: 'enquiry',
      store: (message) => takeMessage({ ...context.get(pageShop), ...context.get(pageVisitor) }, message),
      leadTo: '/contact/sent',
    },
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, () => dropDraft(DRAFT));
}

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({ title: site.contact.title, description: site.contact.description, canonical: loaderData?.canonical });

const link =
  'inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal';

export default function Contact({ actionData }: Route.ComponentProps) {
  const person = usePerson();
  return (
    <Page title={site.contact.title} text={site.contact.text}>
      <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
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
          <img
            src="/images/drawings/bench-vice.svg"
            alt=""
            width="800"
            height="600"
            loading="lazy"
            className="mt-10 hidden h-auto w-full lg:block"
          />
        </div>
        <Section title={enquiryTexts.contact.title} id="write">
          <div className="mt-6 max-w-xl">
            <MessageForm answer={actionData} draft={DRAFT} person={person} />
          </div>
        </Section>
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
