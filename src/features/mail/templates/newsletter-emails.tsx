import { ActionButton, EmailLayout, Paragraph, SecondaryLink, ShopName } from './layout.tsx';
import { ADDRESS_ENTERED, type TemplateProps } from './template-props.ts';

const SUBSCRIBED = (shopName: string) =>
  `You get this e-mail because this address is on the list of the ${shopName} newsletter.`;

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
        This address was entered for the <ShopName /> newsletter. Please confirm within seven days that you want it.
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
