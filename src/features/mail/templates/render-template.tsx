import { render, toPlainText } from '@react-email/render';
import type { ComponentType } from 'react';
import { type Company, CompanyContext } from '#src/shared/company.ts';
import type { EmailData } from '../email-data.ts';
import type { MailKind } from '../rules.ts';
import { AccountExists, ConfirmEmail, ResetPassword } from './account-emails.tsx';
import { ContactReceived, EnquiryNotice, QuoteReceived } from './enquiry-emails.tsx';
import { NewsletterConfirm, NewsletterWelcome } from './newsletter-emails.tsx';
import { ShopNotice, StockNotice } from './notice-emails.tsx';
import { OrderExpired, OrderPaid, OrderPlaced, PaymentFailed } from './order-emails.tsx';
import { PlainTextEmail } from './plain-text-email.tsx';
import { CancelDeclined, OrderCanceled, PaymentRefunded, RefundFailed } from './refund-emails.tsx';
import { OrderShipped, ShipmentCorrected } from './shipment-emails.tsx';
import { StockAlert, StockAlertConfirm } from './stock-alert-emails.tsx';

const TEMPLATES: { [K in MailKind]: ComponentType<EmailData[K] & { publicUrl: string }> } = {
  order_placed: OrderPlaced,
  order_paid: OrderPaid,
  order_shipped: OrderShipped,
  shipment_corrected: ShipmentCorrected,
  order_expired: OrderExpired,
  order_canceled: OrderCanceled,
  cancel_declined: CancelDeclined,
  payment_failed: PaymentFailed,
  payment_refunded: PaymentRefunded,
  refund_failed: RefundFailed,
  confirm_email: ConfirmEmail,
  reset_password: ResetPassword,
  account_exists: AccountExists,
  quote_received: QuoteReceived,
  contact_received: ContactReceived,
  enquiry_notice: EnquiryNotice,
  shop_notice: ShopNotice,
  stock_notice: StockNotice,
  newsletter_confirm: NewsletterConfirm,
  newsletter_welcome: NewsletterWelcome,
  stock_alert_confirm: StockAlertConfirm,
  stock_alert: StockAlert,
};

/** Either `data` for the kind's template, or the ready `text` of a mail from before templates existed. */
export interface RenderInput {
  kind: MailKind;
  subject: string;
  data: object | null;
  text: string | null;
}

/** Returns both parts of an email: HTML and plain text. */
export async function renderTemplate({ kind, subject, data, text }: RenderInput, publicUrl: string, company: Company) {
  const Template = TEMPLATES[kind] as ComponentType<{ publicUrl: string }>;
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

/** The plain-text part: without repeated content, headings in their own case. */
function toText(html: string): string {
  return `${toPlainText(html, {
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      // Below the action, the same address stands in full.
      { selector: 'a.name', format: 'inline' },
      { selector: 'table.details', format: 'dataTable', options: { uppercaseHeaderCells: false, colSpacing: 2 } },
    ],
  }).trim()}\n`;
}
