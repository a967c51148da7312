import { render, toPlainText } from '@react-email/render';
import type { ComponentType } from 'react';
import { type Company, CompanyContext } from '#src/shared/company.ts';
import type { MailKind } from '../mail-kinds.ts';
import * as accounts from './account-emails.tsx';
import * as enquiries from './enquiry-emails.tsx';
import * as exemptions from './exemption-emails.tsx';
import { EmailLayout, Lines, Paragraph } from './layout.tsx';
import * as newsletter from './newsletter-emails.tsx';
import * as notices from './notice-emails.tsx';
import * as orders from './order-emails.tsx';
import * as refunds from './refund-emails.tsx';
import * as shipments from './shipment-emails.tsx';
import * as stockAlerts from './stock-alert-emails.tsx';
import type { TemplateProps } from './template-props.ts';

/** The template of `order_placed` is `OrderPlaced`. */
type TemplateName<K extends string> = K extends `${infer Word}_${infer Rest}`
  ? `${Capitalize<Word>}${TemplateName<Rest>}`
  : Capitalize<K>;

const TEMPLATES: { [K in MailKind as TemplateName<K>]: ComponentType<TemplateProps<K>> } = {
  ...accounts,
  ...enquiries,
  ...exemptions,
  ...newsletter,
  ...notices,
  ...orders,
  ...refunds,
  ...shipments,
  ...stockAlerts,
};

function getTemplate(kind: MailKind) {
  const name = kind.replaceAll(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase()) as TemplateName<MailKind>;
  return TEMPLATES[name] as ComponentType<{ publicUrl: string }>;
}

/** Either `data` for the kind's template, or the ready `text` of a mail from before templates existed. */
export interface RenderInput {
  kind: MailKind;
  subject: string;
  data: object | null;
  text: string | null;
}

/** Returns both parts of an email: HTML and plain text. */
export async function renderTemplate({ kind, subject, data, text }: RenderInput, publicUrl: string, company: Company) {
  const Template = getTemplate(kind);
  const html = await render(
    <CompanyContext value={company}>
      {data ? (
        <Template {...data} publicUrl={publicUrl} />
      ) : (
        <PlainTextEmail {...{ subject, publicUrl }} text={text ?? ''} />
      )}
    </CompanyContext>,
  );
  return { html, text: data || text === null ? toText(html) : text };
}

/** The plain-text part. Nothing is repeated, and headings are not converted to upper case. */
function toText(html: string): string {
  return `${toPlainText(html, {
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      // Below the action, the same address is written in full.
      { selector: 'a.name', format: 'inline' },
      { selector: 'table.details', format: 'dataTable', options: { uppercaseHeaderCells: false, colSpacing: 2 } },
    ],
  }).trim()}\n`;
}

/** A mail that was written before templates existed: its text, unchanged. */
function PlainTextEmail({ subject, text, publicUrl }: { subject: string; text: string; publicUrl: string }) {
  return (
    <EmailLayout
      preview={subject}
      title={subject}
      reason={(shopName) => `You are receiving this email because this address was used at ${shopName}.`}
      publicUrl={publicUrl}
    >
      {text.split(/\n{2,}/).map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Paragraph key={at}>
          <Lines text={paragraph} />
        </Paragraph>
      ))}
    </EmailLayout>
  );
}
