import type { FormAnswer } from '#src/shared/form-answer.ts';
import { TextField } from '#src/shared/ui/field.tsx';
import { PostedForm } from '#src/shared/ui/posted-form.tsx';
import { identityTexts } from '../messages.ts';
import { SHORTEST_PASSWORD } from '../rules.ts';

const texts = identityTexts.reset;

/** Sets a new password, with or without script. */
export function NewPasswordForm({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <PostedForm answer={answer} draft="newPassword" submit={texts.button}>
      {(field) => (
        <TextField
          label={texts.label}
          type="password"
          autoComplete="new-password"
          enterKeyHint="go"
          required
          minLength={SHORTEST_PASSWORD}
          hint={`At least ${SHORTEST_PASSWORD} characters.`}
          {...field('newPassword')}
        />
      )}
    </PostedForm>
  );
}
