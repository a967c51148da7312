import type { FormResult } from '#src/shared/form-result.ts';
import { ActionForm } from '#src/shared/ui/action-form.tsx';
import { EmailField, EmailForm } from '#src/shared/ui/email-form.tsx';
import { stockAlertCopy as copy } from '../copy.ts';

interface Prefill {
  /** The signed-in user. */
  user: { email: string } | null;
}

/** Asks, on the page of a tool, to be told once it is back. Without script, the form's own page shows the result. */
export function StockAlertForm({ toolId, user }: Prefill & { toolId: string }) {
  return (
    <div className="grid gap-3">
      <p>{copy.intro}</p>
      <EmailForm
        action={`/alerts/new?tool=${encodeURIComponent(toolId)}`}
        label={copy.email}
        submit={copy.submit}
        stored={copy.stored}
        draft="stock-alert"
        prefill={user && { email: user.email }}
      />
    </div>
  );
}

/** The same form on its own page. */
export function StockAlertPageForm({
  result,
  draft,
  user,
}: Prefill & { result: FormResult | undefined; draft: string }) {
  return (
    <ActionForm result={result} draft={draft} prefill={user && { email: user.email }} submit={copy.submit}>
      {(field) => <EmailField label={copy.email} {...field('email')} />}
    </ActionForm>
  );
}
