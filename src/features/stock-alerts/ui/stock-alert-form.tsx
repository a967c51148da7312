import type { FormResult } from '#src/shared/form-result.ts';
import { EmailForm } from '#src/shared/ui/email-form.tsx';

const copy = {
  label: 'Email address for the alert',
  submit: 'Notify me',
  stored:
    'Please check your email. Open the link we sent you to confirm your alert. If none comes, you already have this alert, or too many alerts.',
} as const;

interface StockAlertFormProps {
  toolId: string;
  /** The address of the signed-in user. */
  email: string | undefined;
  /** On the form's own page: the result of submitting it without script. */
  posted?: FormResult | undefined;
}

/**
 * The form on a tool's page that requests an alert when the tool is back. Without script, the form's own page shows the
 * result.
 */
export function StockAlertForm(props: StockAlertFormProps) {
  const { toolId } = props;
  return <EmailForm {...props} {...copy} action={`/alerts/new?tool=${toolId}`} draft="stock-alert" />;
}
