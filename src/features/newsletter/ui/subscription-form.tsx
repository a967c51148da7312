import { copy } from '#src/shared/copy.ts';
import type { FormResult } from '#src/shared/form-result.ts';
import { ActionForm } from '#src/shared/ui/action-form.tsx';
import { EmailField } from '#src/shared/ui/email-form.tsx';

/** The newsletter's form on its own page, which also shows the footer form's result without script. */
export function SubscriptionForm({ result }: { result: FormResult | undefined }) {
  return (
    <ActionForm result={result} draft="newsletter" submit={copy.home.subscribe}>
      {(field) => <EmailField label="Email" {...field('email')} />}
    </ActionForm>
  );
}
