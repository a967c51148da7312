import { render, toPlainText } from '@react-email/render';
import type { ComponentType } from 'react';
import type { LetterData } from '../letters.ts';
import type { MailKind } from '../rules.ts';
import { AccountExists, ConfirmEmail, ResetPassword } from './account-letters.tsx';
import {
  OrderExpired,
  OrderPaid,
  OrderPlaced,
  OrderShipped,
  PaymentFailed,
  PaymentRefunded,
} from './order-letters.tsx';
import {
  ContactReceived,
  NewsletterConfirm,
  NewsletterWelcome,
  PlainLetter,
  QuoteReceived,
} from './visitor-letters.tsx';

const TEMPLATES: { [K in MailKind]: ComponentType<LetterData[K] & { publicUrl: string }> } = {
  order_placed: OrderPlaced,
  order_paid: OrderPaid,
  order_shipped: OrderShipped,
  order_expired: OrderExpired,
  payment_failed: PaymentFailed,
  payment_refunded: PaymentRefunded,
  confirm_email: ConfirmEmail,
  reset_password: ResetPassword,
  account_exists: AccountExists,
  quote_received: QuoteReceived,
  contact_received: ContactReceived,
  newsletter_confirm: NewsletterConfirm,
  newsletter_welcome: NewsletterWelcome,
};

/** What is rendered: a letter by its template, or the words of a mail from before there were any. */
export interface Writing {
  kind: MailKind;
  subject: string;
  data: object | null;
  text: string | null;
}

export async function renderWriting({ kind, subject, data, text }: Writing, publicUrl: string) {
  const Template = TEMPLATES[kind] as ComponentType<{ publicUrl: string }>;
  const html = await render(
    data ? <Template {...data} publicUrl={publicUrl} /> : <PlainLetter {...{ subject, publicUrl }} text={text ?? ''} />,
  );
  return { html, text: data || text === null ? asText(html) : text };
}

/** The same letter for whoever reads text: nothing that stands there twice, headings as they are written. */
function asText(html: string): string {
  return `${toPlainText(html, {
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'table.facts', format: 'dataTable', options: { uppercaseHeaderCells: false, colSpacing: 2 } },
    ],
  }).trim()}\n`;
}
