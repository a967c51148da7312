import { ActionButton, EmailLayout, Paragraph, SecondaryLink, ShopName } from './layout.tsx';
import { ADDRESS_ENTERED, type TemplateProps } from './template-props.ts';

const ASKED = (shopName: string) =>
  `You are receiving this email because this address was confirmed at ${shopName} for this alert.`;

export function StockAlertConfirm({ itemName, confirmUrl, leaveUrl, publicUrl }: TemplateProps<'stock_alert_confirm'>) {
  return (
    <EmailLayout
      preview="Please confirm this alert within seven days."
      title="Should we email you when it is back?"
      reason={ADDRESS_ENTERED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        Someone entered this address at <ShopName /> to hear when this tool is back in stock: {itemName}. Please confirm
        within seven days. We will then email you once, as soon as it is back.
      </Paragraph>
      <ActionButton label="Yes, email me" url={confirmUrl} />
      <Paragraph>
        If this was not you, you can ignore this email. Without your confirmation, we will not write again and will
        delete the request.
      </Paragraph>
      <SecondaryLink label="End this alert" url={leaveUrl}>
        To end it now or at any time later:
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
        You asked us to let you know: {itemName} is back in stock. We are not holding any pieces for you, so please
        order soon.
      </Paragraph>
      <ActionButton label="See the tool" url={`${publicUrl}/tools/${slug}`} />
      <Paragraph>This is the only email about it. We will not write again unless you set up a new alert.</Paragraph>
      <SecondaryLink label="End all your alerts" url={leaveUrl}>
        No longer want alerts for other tools, either?
      </SecondaryLink>
    </EmailLayout>
  );
}
