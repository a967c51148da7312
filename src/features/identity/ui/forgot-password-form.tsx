import { useState } from 'react';
import { Link } from 'react-router';
import { lazySchema } from '#src/shared/lazy-schema.ts';
import { useSchemaForm } from '#src/shared/ui/use-schema-form.ts';
import { identityCopy } from '../copy.ts';
import { identity } from './identity.ts';
import { AccountField, IdentityForm } from './identity-form.tsx';

const copy = identityCopy.forgot;
const schema = lazySchema(async () => (await import('../contract.ts')).forgotPasswordFormSchema);

/** Sends a link for a new password. The response is the same for every address. */
export function ForgotPasswordForm() {
  const [state, setState] = useState<{ sending: boolean; sentTo: string | null; error: string | null }>(IDLE);
  const form = useSchemaForm(schema);
  const submit = () =>
    form.submit(
      async ({ email }) => {
        setState({ ...IDLE, sending: true });
        const result = await identity.requestPasswordReset(email);
        if (result.ok) return setState({ ...IDLE, sentTo: email });
        const { status, errors, detail } = result.problem;
        if (status >= 500) return setState({ ...IDLE, error: copy.notSent });
        setState({ ...IDLE, error: errors.email ? null : (Object.values(errors)[0] ?? detail) });
        if (errors.email) form.showErrors({ email: errors.email });
      },
      () => setState(IDLE),
    );
  return (
    <IdentityForm
      page="forgotPassword"
      form={form}
      submit={copy.button}
      error={state.error}
      pending={state.sending}
      onSubmit={() => void submit()}
      onCorrect={() => setState(IDLE)}
      after={
        <>
          <p role="status" className="border border-line bg-sheet px-4 py-3 wrap-anywhere empty:hidden">
            {state.sentTo === null ? null : copy.sent(state.sentTo)}
          </p>
          <p>
            <Link
              to="/signIn"
              className="inline-flex min-h-11 items-center font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
            >
              {copy.back}
            </Link>
          </p>
        </>
      }
    >
      <AccountField enterKeyHint="go" error={form.errors.email} />
    </IdentityForm>
  );
}

const IDLE = { sending: false, sentTo: null, error: null };
