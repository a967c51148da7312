import { type About, TYPED } from './about.ts';
import { Action, Aside, Paragraph, Sheet } from './sheet.tsx';

const READER = 'You get this e-mail because this address is on the list of the Ironmonger newsletter.';

export function QuoteReceived({ publicUrl }: About<'quote_received'>) {
  return (
    <Received
      what="request"
      thanks="Thank you for asking. We have received your request for a quote"
      unasked="If you did not ask for a quote"
      publicUrl={publicUrl}
    />
  );
}

export function ContactReceived({ publicUrl }: About<'contact_received'>) {
  return (
    <Received
      what="message"
      thanks="Thank you for writing. We have received your message"
      unasked="If you did not write to us"
      publicUrl={publicUrl}
    />
  );
}

/** What a form sent has arrived: said alike, whichever form it was. */
function Received(said: { what: string; thanks: string; unasked: string; publicUrl: string }) {
  const contact = `${said.publicUrl}/contact`;
  return (
    <Sheet
      preview="We answer as a rule on the same working day."
      title={`We have received your ${said.what}`}
      reason={TYPED}
      publicUrl={said.publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>{`${said.thanks} and answer it by e-mail, as a rule on the same working day.`}</Paragraph>
      <Aside label={contact} url={contact}>
        Our hours and telephone number:
      </Aside>
      <Paragraph>{`${said.unasked}, somebody mistyped their address, and you need not do anything.`}</Paragraph>
    </Sheet>
  );
}

export function NewsletterConfirm({ confirmUrl, leaveUrl, publicUrl }: About<'newsletter_confirm'>) {
  return (
    <Sheet
      preview="Please confirm within seven days that you want it."
      title="Do you want our newsletter?"
      reason={TYPED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        This address was entered for the Ironmonger newsletter. Please confirm within seven days that you want it.
      </Paragraph>
      <Action label="Yes, I want it" url={confirmUrl} />
      <Paragraph>
        If it was not you, you need not do anything: without your confirmation we write nothing more and erase the
        address.
      </Paragraph>
      <Aside label="Take this address off the list" url={leaveUrl}>
        Or at once:
      </Aside>
    </Sheet>
  );
}

export function NewsletterWelcome({ leaveUrl, publicUrl }: About<'newsletter_welcome'>) {
  return (
    <Sheet
      preview="We write when there are new tools or new prices."
      title="You are on the list"
      reason={READER}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        Thank you, your address is confirmed. We write when there are new tools or new prices, and not otherwise.
      </Paragraph>
      <Aside label="Leave the newsletter" url={leaveUrl}>
        You can leave at any time:
      </Aside>
    </Sheet>
  );
}

/** A mail from before there were templates: its words as they are. */
export function PlainLetter({ subject, text, publicUrl }: { subject: string; text: string; publicUrl: string }) {
  return (
    <Sheet
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
    </Sheet>
  );
}
