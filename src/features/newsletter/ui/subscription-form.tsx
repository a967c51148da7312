import type { FormAnswer } from '#src/shared/form-answer.ts';
import { messages } from '#src/shared/messages.ts';
import { TextField } from '#src/shared/ui/field.tsx';
import { PostedForm } from '#src/shared/ui/posted-form.tsx';

/** The newsletter's form on its own page, which answers the one in the footer when there is no script. */
export function SubscriptionForm({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <PostedForm answer={answer} draft="newsletter" submit={messages.home.subscribe}>
      {(field) => (
        <TextField
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          required
          maxLength={254}
          {...field('email')}
        />
      )}
    </PostedForm>
  );
}
