import { ActionButton, EmailLayout, Paragraph, SecondaryLink } from './layout.tsx';
import { ADDRESS_ENTERED, type TemplateProps } from './template-props.ts';

export function QuoteReceived({ publicUrl }: TemplateProps<'quote_received'>) {
  return (
    <EnquiryReceived
      what="request"
      thanks="Thank you for asking. We have received your request for a quote"
      unasked="If you did not ask for a quote"
      publicUrl={publicUrl}
    />
  );
}

export function ContactReceived({ publicUrl }: TemplateProps<'contact_received'>) {
  return (
    <EnquiryReceived
      what="message"
      thanks="Thank you for writing. We have received your message"
      unasked="If you did not write to us"
      publicUrl={publicUrl}
    />
  );
}

/** Tells the shop that something waits in its inbox. It does not quote what a stranger wrote. */
export function EnquiryNotice({ kind, publicUrl }: TemplateProps<'enquiry_notice'>) {
  const what = kind === 'quote' ? 'request for a quote' : 'message';
  return (
    <EmailLayout
      preview="It waits in the inbox."
      title={`A new ${what}`}
      reason={(shopName) => `You get this e-mail because the settings of ${shopName} name this address for notices.`}
      publicUrl={publicUrl}
    >
      <Paragraph>A new {what} waits in the inbox. While many arrive, not each has an e-mail of its own.</Paragraph>
      <ActionButton
        label="Open the inbox"
        url={`${publicUrl}/dashboard/inbox/${kind === 'quote' ? 'quotes' : 'messages'}`}
      />
    </EmailLayout>
  );
}

/** The receipt of any form. */
function EnquiryReceived(props: { what: string; thanks: string; unasked: string; publicUrl: string }) {
  const contact = `${props.publicUrl}/contact`;
  return (
    <EmailLayout
      preview="We answer as a rule on the same working day."
      title={`We have received your ${props.what}`}
      reason={ADDRESS_ENTERED}
      publicUrl={props.publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>{`${props.thanks} and answer it by e-mail, as a rule on the same working day.`}</Paragraph>
      <SecondaryLink label={contact} url={contact}>
        Our hours and telephone number:
      </SecondaryLink>
      <Paragraph>{`${props.unasked}, somebody mistyped their address, and you need not do anything.`}</Paragraph>
    </EmailLayout>
  );
}
