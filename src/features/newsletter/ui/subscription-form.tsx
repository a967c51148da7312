import { copy } from '#src/shared/copy.ts';
import type { FormResult } from '#src/shared/form-result.ts';
import { ActionForm } from '#src/shared/ui/action-form.tsx';
import { TextField } from '#src/shared/ui/field.tsx';

/** The newsletter's form on its own page, which also shows the footer form's result without script. */
export function SubscriptionForm({ result }: { result: FormResult | undefined }) {
  return (
    <ActionForm result={result} draft="newsletter" submit={copy.home.subscribe}>
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
    </ActionForm>
  );
}
