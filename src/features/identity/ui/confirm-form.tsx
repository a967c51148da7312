import type { FormResult } from '#src/shared/form-result.ts';
import { ActionForm } from '#src/shared/ui/action-form.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { identityCopy } from '../copy.ts';

const { asking, open } = identityCopy.confirm;

/** Form field: the typed password becomes the account's, whatever it was before. */
export const CHOOSE_FIELD = 'choose';

/**
 * Confirms an address, with or without script. A browser other than that of the sign-up needs the account's password,
 * or a new one.
 */
export function ConfirmForm({
  result,
  asksPassword,
  choose,
}: {
  result: FormResult | undefined;
  asksPassword: boolean;
  choose: boolean;
}) {
  return (
    <ActionForm result={result} draft="confirmEmail" submit={open.button}>
      {(field) =>
        asksPassword && (
          <>
            {choose && <input type="hidden" name={CHOOSE_FIELD} value="yes" />}
            <TextField
              // Cleared, because a second press must not turn a typo into the password.
              key={String(choose)}
              label={choose ? asking.newLabel : asking.label}
              type="password"
              autoComplete={choose ? 'new-password' : 'current-password'}
              enterKeyHint="go"
              required
              hint={choose ? asking.choose : asking.forgotten}
              {...field('password')}
            />
          </>
        )
      }
    </ActionForm>
  );
}
