import { ActionButton, EmailLayout, Paragraph } from './layout.tsx';
import type { TemplateProps } from './template-props.ts';

const UPLOADED = (shopName: string) =>
  `You are receiving this email because you uploaded an exemption certificate at ${shopName}.`;

export function ExemptionDecided({
  certificate,
  isApproved,
  countries,
  until,
  reason,
  publicUrl,
}: TemplateProps<'exemption_decided'>) {
  const page = `${publicUrl}/dashboard/certificates`;
  if (isApproved)
    return (
      <EmailLayout
        preview="Your orders are tax-exempt where it holds."
        title="Your certificate is approved"
        reason={UPLOADED}
        publicUrl={publicUrl}
      >
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          We have approved your {certificate} for {countries}. From now on, we charge no tax on orders to the places
          where it holds. Your account lists them.
        </Paragraph>
        {until && (
          <Paragraph>
            It is valid until {until}. Please upload a new one before then, or tax is charged again.
          </Paragraph>
        )}
        <ActionButton label="See your certificates" url={page} />
      </EmailLayout>
    );
  return (
    <EmailLayout
      preview="Tax is charged on your orders."
      title="Your certificate was not accepted"
      reason={UPLOADED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>We could not accept your {certificate}, so tax is charged on your orders. The reason:</Paragraph>
      <Paragraph>{reason}</Paragraph>
      <Paragraph>You can upload another one at any time. If you have questions, please reply to this email.</Paragraph>
      <ActionButton label="Upload another certificate" url={page} />
    </EmailLayout>
  );
}
