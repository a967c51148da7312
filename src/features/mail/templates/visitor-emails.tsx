import { ActionButton, EmailLayout, Paragraph, SecondaryLink } from './layout.tsx';
import { ADDRESS_ENTERED, type TemplateProps } from './template-props.ts';

const SUBSCRIBED = 'You get this e-mail because this address is on the list of the Ironmonger newsletter.';

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

/** What a form sent has arrived: said alike, whichever form it was. */
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

export function NewsletterConfirm({ confirmUrl, leaveUrl, publicUrl }: TemplateProps<'newsletter_confirm'>) {
  return (
    <EmailLayout
      preview="Please confirm within seven days that you want it."
      title="Do you want our newsletter?"
      reason={ADDRESS_ENTERED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        This address was entered for the Ironmonger newsletter. Please confirm within seven days that you want it.
      </Paragraph>
      <ActionButton label="Yes, I want it" url={confirmUrl} />
      <Paragraph>
        If it was not you, you need not do anything: without your confirmation we write nothing more and erase the
        address.
      </Paragraph>
      <SecondaryLink label="Take this address off the list" url={leaveUrl}>
        Or at once:
      </SecondaryLink>
    </EmailLayout>
  );
}

export function NewsletterWelcome({ leaveUrl, publicUrl }: TemplateProps<'newsletter_welcome'>) {
  return (
    <EmailLayout
      preview="We write when there are new tools or new prices."
      title="You are on the list"
      reason={SUBSCRIBED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        Thank you, your address is confirmed. We write when there are new tools or new prices, and not otherwise.
      </Paragraph>
      <SecondaryLink label="Leave the newsletter" url={leaveUrl}>
        You can leave at any time:
      </SecondaryLink>
    </EmailLayout>
  );
}

/** A mail from before there were templates: its words as they are. */
export function PlainTextEmail({ subject, text, publicUrl }: { subject: string; text: string; publicUrl: string }) {
  return (
    <EmailLayout
      preview={subject}
      title={subject}
      reason="You get this e-mail because this address was used at Ironmonger."
      publicUrl={publicUrl}
    >
      {text.split(/\n{2,}/).map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves
        <Paragraph key={at}>
          {paragraph.split('\n').map((one, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves
            <span key={line}>
              {line > 0 && <br />}
              {one}
            </span>
          ))}
        </Paragraph>
      ))}
    </EmailLayout>
  );
}
