import type { FormAnswer } from '#src/shared/form-answer.ts';
import { TextField } from '#src/shared/ui/field.tsx';
import { PostedForm } from '#src/shared/ui/posted-form.tsx';
import { identityTexts } from '../messages.ts';

const { asking, open } = identityTexts.confirm;

/** Says that the password typed is to be the account's, whichever it is. */
export const CHOOSE_FIELD = 'choose';

/** Confirms an address, with or without script; where the account is made by it, by its password or a new one. */
export function ConfirmForm({
  answer,
  asksPassword,
  choose,
}: {
  answer: FormAnswer | undefined;
  asksPassword: boolean;
  choose: boolean;
}) {
  return (
    <PostedForm answer={answer} draft="confirmEmail" submit={open.button}>
      {(field) =>
        asksPassword && (
          <>
            {choose && <input type="hidden" name={CHOOSE_FIELD} value="yes" />}
            <TextField
              // Empty again: pressing twice must not make a slip of the finger the password.
              key={String(choose)}
              label={choose ? asking.newLabel : asking.label}
              type="password"
              autoComplete={choose ? 'new-password' : 'current-password'}
              enterKeyHint="go"
              required
              {...(choose ? { hint: asking.choose } : {})}
              {...field('password')}
            />
          </>
        )
      }
    </PostedForm>
  );
}
