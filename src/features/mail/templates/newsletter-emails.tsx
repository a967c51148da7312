import { ActionButton, EmailLayout, Paragraph, SecondaryLink, ShopName } from './layout.tsx';
import { ADDRESS_ENTERED, type TemplateProps } from './template-props.ts';

const SUBSCRIBED = (shopName: string) =>
  `You are receiving this email because this address is subscribed to the ${shopName} newsletter.`;

export function NewsletterConfirm({ confirmUrl, leaveUrl, publicUrl }: TemplateProps<'newsletter_confirm'>) {
  return (
    <EmailLayout
      preview="Please confirm within seven days to subscribe."
      title="Confirm your subscription"
      reason={ADDRESS_ENTERED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        Someone entered this address for the <ShopName /> newsletter. Please confirm within seven days to subscribe.
      </Paragraph>
      <ActionButton label="Yes, subscribe me" url={confirmUrl} />
      <Paragraph>
        If this was not you, you can ignore this email. Without your confirmation, we will not write again and will
        delete the address.
      </Paragraph>
      <SecondaryLink label="Remove this address" url={leaveUrl}>
        To remove it right away:
      </SecondaryLink>
    </EmailLayout>
  );
}

export function NewsletterWelcome({ leaveUrl, publicUrl }: TemplateProps<'newsletter_welcome'>) {
  return (
    <EmailLayout
      preview="We write when there are new tools or new prices."
      title="You are subscribed"
      reason={SUBSCRIBED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>Thank you, your address is confirmed. We only write when there are new tools or new prices.</Paragraph>
      <SecondaryLink label="Unsubscribe" url={leaveUrl}>
        You can unsubscribe at any time:
      </SecondaryLink>
    </EmailLayout>
  );
}
