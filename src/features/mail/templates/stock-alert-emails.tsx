import { ActionButton, EmailLayout, Paragraph, SecondaryLink, ShopName } from './layout.tsx';
import { ADDRESS_ENTERED, type TemplateProps } from './template-props.ts';

const ASKED = (shopName: string) =>
  `You get this e-mail because this address was confirmed at ${shopName} for this alert.`;

export function StockAlertConfirm({ itemName, confirmUrl, leaveUrl, publicUrl }: TemplateProps<'stock_alert_confirm'>) {
  return (
    <EmailLayout
      preview="Please confirm within seven days that you want to know."
      title="Shall we tell you when it is back?"
      reason={ADDRESS_ENTERED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        This address was entered at <ShopName /> to be told when this tool can be ordered again: {itemName}. Please
        confirm within seven days. We then write once, as soon as it is back.
      </Paragraph>
      <ActionButton label="Yes, tell me" url={confirmUrl} />
      <Paragraph>
        If it was not you, you need not do anything: without your confirmation we write nothing more about it and erase
        the request.
      </Paragraph>
      <SecondaryLink label="End this alert" url={leaveUrl}>
        Or at once, and also later:
      </SecondaryLink>
    </EmailLayout>
  );
}

export function StockAlert({ itemName, slug, leaveUrl, publicUrl }: TemplateProps<'stock_alert'>) {
  return (
    <EmailLayout
      preview={`${itemName} can be ordered again.`}
      title="It can be ordered again"
      reason={ASKED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        You asked us to tell you: {itemName} is back in stock. We keep no pieces for you, so others may be faster.
      </Paragraph>
      <ActionButton label="See the tool" url={`${publicUrl}/tools/${slug}`} />
      <Paragraph>This was the one e-mail about it. We write no more, unless you ask again.</Paragraph>
      <SecondaryLink label="End all your alerts" url={leaveUrl}>
        You wait for other tools, too, and no longer want to know?
      </SecondaryLink>
    </EmailLayout>
  );
}
