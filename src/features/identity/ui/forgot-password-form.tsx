import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { lazyValidator, showProblem } from '#src/shared/form-validator.ts';
import { TextField } from '#src/shared/ui/field.tsx';
import { identityCopy } from '../copy.ts';
import { identity } from './identity.ts';
import { IdentityForm } from './identity-form.tsx';

const copy = identityCopy.forgot;
const validator = lazyValidator(async () => (await import('../contract.ts')).forgotPasswordFormSchema);

/** Sends a link for a new password. The response is the same for every address. */
export function ForgotPasswordForm() {
  const [state, setState] = useState<{ sending: boolean; sentTo: string | null; error: string | null }>(IDLE);
  const form = useForm({ resolver: validator.resolver, defaultValues: { email: '' } });
  const { register, handleSubmit, formState, reset } = form;
  const submit = handleSubmit(
    async ({ email }) => {
      setState({ ...IDLE, sending: true });
      const result = await identity.requestPasswordReset(email);
      if (result.ok) return setState({ ...IDLE, sentTo: email });
      const { problem } = result;
      setState({ ...IDLE, error: problem.status >= 500 ? copy.notSent : showProblem(form, problem, ['email']) });
    },
    () => setState(IDLE),
  );
  return (
    <IdentityForm
      page="forgotPassword"
      submit={copy.button}
      error={state.error}
      pending={state.sending}
      onFocus={validator.preload}
      onSubmit={() => void submit()}
      onCorrect={() => setState(IDLE)}
      onDiscard={() => {
        reset();
        setState(IDLE);
      }}
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
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        required
        error={formState.errors.email?.message}
        {...register('email')}
      />
    </IdentityForm>
  );
}

const IDLE = { sending: false, sentTo: null, error: null };
