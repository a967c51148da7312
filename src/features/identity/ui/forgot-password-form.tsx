import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { lazyCheck, showProblem } from '#src/shared/form.ts';
import { TextField } from '#src/shared/ui/field.tsx';
import { identityTexts } from '../messages.ts';
import { identity } from './identity.ts';
import { IdentityForm } from './identity-form.tsx';

const texts = identityTexts.forgot;
const check = lazyCheck(async () => (await import('../contract.ts')).forgotPasswordFormSchema);

/** Has the way to a new password sent. What it answers is the same for every address. */
export function ForgotPasswordForm() {
  const [state, setState] = useState<{ sending: boolean; sentTo: string | null; fault: string | null }>(IDLE);
  const form = useForm({ resolver: check.resolver, defaultValues: { email: '' } });
  const { register, handleSubmit, formState, reset } = form;
  const submit = handleSubmit(
    async ({ email }) => {
      setState({ ...IDLE, sending: true });
      const answer = await identity.requestPasswordReset(email);
      if (answer.ok) return setState({ ...IDLE, sentTo: email });
      const { problem } = answer;
      setState({ ...IDLE, fault: problem.status >= 500 ? texts.notSent : showProblem(form, problem, ['email']) });
    },
    () => setState(IDLE),
  );
  return (
    <IdentityForm
      page="forgotPassword"
      submit={texts.button}
      fault={state.fault}
      pending={state.sending}
      onBegin={check.prepare}
      onSubmit={() => void submit()}
      onForget={() => {
        reset();
        setState(IDLE);
      }}
      after={
        <>
          <p role="status" className="border border-line bg-sheet px-4 py-3 wrap-anywhere empty:hidden">
            {state.sentTo === null ? null : texts.sent(state.sentTo)}
          </p>
          <p>
            <Link
              to="/signIn"
              className="inline-flex min-h-11 items-center font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
            >
              {texts.back}
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

const IDLE = { sending: false, sentTo: null, fault: null };
