import { ActionButton, EmailLayout, Paragraph, SecondaryLink, ShopName } from './layout.tsx';
import { ADDRESS_ENTERED, type TemplateProps } from './template-props.ts';

// No name here: the one who signed up typed it, and the reader may be somebody else.

export function ConfirmEmail({ url, publicUrl }: TemplateProps<'confirm_email'>) {
  return (
    <EmailLayout
      preview="Within a day, please."
      title="Please confirm your e-mail address"
      reason={ADDRESS_ENTERED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>Please confirm within a day that this e-mail address is yours.</Paragraph>
      <ActionButton label="Confirm my address" url={url} />
      <Paragraph>
        If you did not sign up at <ShopName />, please do not confirm: somebody mistyped their address, and you need not
        do anything.
      </Paragraph>
    </EmailLayout>
  );
}

export function ResetPassword({ url, publicUrl }: TemplateProps<'reset_password'>) {
  return (
    <EmailLayout
      preview="The link works once, within an hour."
      title="Choose a new password"
      reason={ADDRESS_ENTERED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        Somebody asked for a new password for the account with this e-mail address. The link works once, within an hour.
      </Paragraph>
      <ActionButton label="Choose a new password" url={url} />
      <Paragraph>If it was not you, you need not do anything: your password stays as it is.</Paragraph>
    </EmailLayout>
  );
}

export function AccountExists({ publicUrl }: TemplateProps<'account_exists'>) {
  return (
    <EmailLayout
      preview="Nothing was changed."
      title="You have an account already"
      reason={ADDRESS_ENTERED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        Somebody signed up at <ShopName /> with this e-mail address, which has an account already. Nothing was changed.
      </Paragraph>
      <ActionButton label="Sign in" url={`${publicUrl}/signIn`} />
      <SecondaryLink label="Choose a new one" url={`${publicUrl}/forgotPassword`}>
        Forgotten your password?
      </SecondaryLink>
      <Paragraph>If it was not you, you need not do anything.</Paragraph>
    </EmailLayout>
  );
}
