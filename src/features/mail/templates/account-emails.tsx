import { ActionButton, EmailLayout, Paragraph, SecondaryLink, ShopName } from './layout.tsx';
import { ADDRESS_ENTERED, type TemplateProps } from './template-props.ts';

// No name here: it was typed by the person who signed up, and the reader may be somebody else.

export function ConfirmEmail({ url, publicUrl }: TemplateProps<'confirm_email'>) {
  return (
    <EmailLayout
      preview="This link works for one day."
      title="Please confirm your email address"
      reason={ADDRESS_ENTERED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>Please confirm within one day that this email address is yours.</Paragraph>
      <ActionButton label="Confirm my address" url={url} />
      <Paragraph>
        If you did not sign up at <ShopName />, please do not confirm. Someone probably mistyped their address, and you
        can ignore this email.
      </Paragraph>
    </EmailLayout>
  );
}

export function ResetPassword({ url, publicUrl }: TemplateProps<'reset_password'>) {
  return (
    <EmailLayout
      preview="The link works once and expires in one hour."
      title="Choose a new password"
      reason={ADDRESS_ENTERED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        Someone requested a new password for the account with this email address. The link works once and expires in one
        hour.
      </Paragraph>
      <ActionButton label="Choose a new password" url={url} />
      <Paragraph>If this was not you, you can ignore this email. Your password has not changed.</Paragraph>
    </EmailLayout>
  );
}

export function AccountExists({ publicUrl }: TemplateProps<'account_exists'>) {
  return (
    <EmailLayout
      preview="Nothing was changed."
      title="You already have an account"
      reason={ADDRESS_ENTERED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        Someone signed up at <ShopName /> with this email address, which already has an account. Nothing was changed.
      </Paragraph>
      <ActionButton label="Sign in" url={`${publicUrl}/signIn`} />
      <SecondaryLink label="Choose a new password" url={`${publicUrl}/forgotPassword`}>
        Forgot your password?
      </SecondaryLink>
      <Paragraph>If this was not you, you can ignore this email.</Paragraph>
    </EmailLayout>
  );
}
