import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { lazyValidator, showProblem } from '#src/shared/form-validator.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { identityCopy } from '../copy.ts';
import { MIN_PASSWORD_LENGTH } from '../rules.ts';

const copy = identityCopy.change;
const validator = lazyValidator(async () => (await import('../contract.ts')).changePasswordFormSchema);

/** Sets a new password for a user who knows the old one, and signs them out everywhere else. */
export function ChangePassword({ email }: { email: string }) {
  const [state, setState] = useState<'closed' | 'open' | 'done'>('closed');
  return (
    <Section title={copy.title} id="password">
      <div className="mt-6 grid justify-items-start gap-6">
        <p role="status" className="font-medium text-good empty:hidden">
          {state === 'done' ? copy.done : null}
        </p>
        {state === 'open' ? (
          <ChangeForm email={email} onDone={() => setState('done')} />
        ) : (
          <Button variant="secondary" autoFocus={state === 'done'} onClick={() => setState('open')}>
            {copy.open}
          </Button>
        )}
      </div>
    </Section>
  );
}

function ChangeForm({ email, onDone }: { email: string; onDone: () => void }) {
  const [formError, setFormError] = useState<string | null>(null);
  const form = useForm({ resolver: validator.resolver, defaultValues: { currentPassword: '', newPassword: '' } });
  const { register, formState, setError } = form;
  const submit = form.handleSubmit(async (passwords) => {
    setFormError(null);
    const body = { ...passwords, revokeOtherSessions: true };
    const result = await callApi('/auth/change-password', { method: 'POST', body, token: null });
    if (result.ok) return onDone();
    const { problem } = result;
    if (problem.code === 'INVALID_PASSWORD')
      setError('currentPassword', { type: 'server', message: copy.wrong }, { shouldFocus: true });
    else if (problem.code === 'CREDENTIAL_ACCOUNT_NOT_FOUND') setFormError(copy.none);
    else setFormError(showProblem(form, problem, ['currentPassword', 'newPassword']));
  });
  return (
    <form
      noValidate
      className="grid w-full max-w-xl gap-6"
      onFocus={validator.preload}
      onSubmit={(event) => {
        event.preventDefault();
        if (!formState.isSubmitting) void submit();
      }}
    >
      <FormError>{formError}</FormError>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={copy.current}
        type="password"
        autoComplete="current-password"
        enterKeyHint="next"
        required
        autoFocus
        error={formState.errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <TextField
        label={copy.label}
        type="password"
        autoComplete="new-password"
        enterKeyHint="go"
        required
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        error={formState.errors.newPassword?.message}
        {...register('newPassword')}
      />
      <div>
        <Button type="submit" pending={formState.isSubmitting} className="w-full sm:w-auto sm:min-w-48">
          {copy.button}
        </Button>
      </div>
    </form>
  );
}
