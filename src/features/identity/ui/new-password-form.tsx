import type { FormResult } from '#src/shared/form-result.ts';
import { ActionForm } from '#src/shared/ui/action-form.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { identityCopy } from '../copy.ts';
import { MIN_PASSWORD_LENGTH } from '../rules.ts';

const copy = identityCopy.reset;

/** Sets a new password, with or without script. */
export function NewPasswordForm({ result }: { result: FormResult | undefined }) {
  return (
    <ActionForm result={result} draft="newPassword" submit={copy.button}>
      {(field) => (
        <TextField
          label={copy.label}
          type="password"
          autoComplete="new-password"
          enterKeyHint="go"
          required
          minLength={MIN_PASSWORD_LENGTH}
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          {...field('newPassword')}
        />
      )}
    </ActionForm>
  );
}
