import { type About, TYPED } from './about.ts';
import { Action, Aside, Paragraph, Sheet } from './sheet.tsx';

// No name stands in these: whoever signed up typed that, and the reader may be another.

export function ConfirmEmail({ url, publicUrl }: About<'confirm_email'>) {
  return (
    <Sheet
      preview="Within a day, please."
      title="Please confirm your e-mail address"
      reason={TYPED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>Please confirm within a day that this e-mail address is yours.</Paragraph>
      <Action label="Confirm my address" url={url} />
      <Paragraph>
        If you did not sign up at Ironmonger, please do not confirm: somebody mistyped their address, and you need not
        do anything.
      </Paragraph>
    </Sheet>
  );
}

export function ResetPassword({ url, publicUrl }: About<'reset_password'>) {
  return (
    <Sheet
      preview="The link works once, within an hour."
      title="Choose a new password"
      reason={TYPED}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        Somebody asked for a new password for the account with this e-mail address. The link works once, within an hour.
      </Paragraph>
      <Action label="Choose a new password" url={url} />
      <Paragraph>If it was not you, you need not do anything: your password stays as it is.</Paragraph>
    </Sheet>
  );
}

export function AccountExists({ publicUrl }: About<'account_exists'>) {
  return (
    <Sheet preview="Nothing was changed." title="You have an account already" reason={TYPED} publicUrl={publicUrl}>
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        Somebody signed up at Ironmonger with this e-mail address, which has an account already. Nothing was changed.
      </Paragraph>
      <Action label="Sign in" url={`${publicUrl}/signIn`} />
      <Aside label="Choose a new one" url={`${publicUrl}/forgotPassword`}>
        Forgotten your password?
      </Aside>
      <Paragraph>If it was not you, you need not do anything.</Paragraph>
    </Sheet>
  );
}
