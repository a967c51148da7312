import { EmailLayout, Paragraph, SecondaryLink } from './layout.tsx';
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
