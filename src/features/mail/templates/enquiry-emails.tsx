import { ActionButton, EmailLayout, Paragraph, SecondaryLink } from './layout.tsx';
import { ADDRESS_ENTERED, type TemplateProps } from './template-props.ts';

export function QuoteReceived({ publicUrl }: TemplateProps<'quote_received'>) {
  return (
    <EnquiryReceived
      what="request"
      thanks="Thank you. We have received your quote request"
      unasked="If you did not request a quote"
      publicUrl={publicUrl}
    />
  );
}

export function ContactReceived({ publicUrl }: TemplateProps<'contact_received'>) {
  return (
    <EnquiryReceived
      what="message"
      thanks="Thank you. We have received your message"
      unasked="If you did not contact us"
      publicUrl={publicUrl}
    />
  );
}

/** Tells the shop that something is waiting in its inbox. It does not quote what a stranger wrote. */
export function EnquiryNotice({ kind, publicUrl }: TemplateProps<'enquiry_notice'>) {
  const what = kind === 'quote' ? 'quote request' : 'message';
  return (
    <EmailLayout
      preview="It is waiting in your inbox."
      title={`A new ${what}`}
      reason={(shopName) =>
        `You are receiving this email because the ${shopName} settings list this address for notices.`
      }
      publicUrl={publicUrl}
    >
      <Paragraph>A new {what} is waiting in the inbox. When many arrive, you do not get an email for each.</Paragraph>
      <ActionButton label="Open the inbox" url={`${publicUrl}/dashboard/inbox${kind === 'quote' ? '' : '/messages'}`} />
    </EmailLayout>
  );
}

/** The confirmation of any form. */
function EnquiryReceived(props: { what: string; thanks: string; unasked: string; publicUrl: string }) {
  const contact = `${props.publicUrl}/contact`;
  return (
    <EmailLayout
      preview="We usually answer the same business day."
      title={`We have received your ${props.what}`}
      reason={ADDRESS_ENTERED}
      publicUrl={props.publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>{`${props.thanks} and will answer by email, usually the same business day.`}</Paragraph>
      <SecondaryLink label={contact} url={contact}>
        Our hours and phone number:
      </SecondaryLink>
      <Paragraph>{`${props.unasked}, someone probably mistyped their address, and you can ignore this email.`}</Paragraph>
    </EmailLayout>
  );
}
