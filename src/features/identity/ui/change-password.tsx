import { useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { useFieldForm } from '#src/shared/ui/use-field-form.ts';
import { toFieldProblem } from '#src/shared/ui/use-form-submission.ts';
import { identityCopy } from '../copy.ts';
import { MIN_PASSWORD_LENGTH } from '../rules.ts';

const copy = identityCopy.change;
const validator = lazyValidator(async () => (await import('../contract.ts')).changePasswordFormSchema);

/** Sets a new password for a user who knows the old one, and signs them out everywhere else. */
export function ChangePassword({ email }: { email: string }) {
  const [state, setState] = useState<'closed' | 'open' | 'canceled' | 'done'>('closed');
  return (
    <Section title={copy.title} id="password">
      <div className="mt-6 grid justify-items-start gap-6">
        <p role="status" className="font-medium text-good empty:hidden">
          {state === 'done' ? copy.done : null}
        </p>
        {state === 'open' ? (
          <ChangeForm email={email} onDone={() => setState('done')} onCancel={() => setState('canceled')} />
        ) : (
          <Button variant="secondary" autoFocus={state !== 'closed'} onClick={() => setState('open')}>
            {copy.open}
          </Button>
        )}
      </div>
    </Section>
  );
}

function ChangeForm({ email, onDone, onCancel }: { email: string; onDone: () => void; onCancel: () => void }) {
  const { form, props, pending, errors, formError } = useFieldForm({
    defaultValues: { currentPassword: '', newPassword: '' },
    validator,
    fields: ['currentPassword', 'newPassword'],
    async send(passwords) {
      const body = { ...passwords, revokeOtherSessions: true };
      const result = await callApi('/auth/change-password', { method: 'POST', body, token: null });
      if (!result.ok && result.problem.code === 'INVALID_PASSWORD')
        return toFieldProblem('currentPassword', copy.wrong);
      if (!result.ok && result.problem.code === 'CREDENTIAL_ACCOUNT_NOT_FOUND')
        return { errors: {}, detail: copy.none };
      if (!result.ok) return result.problem;
      onDone();
      return null;
    },
  });
  return (
    <form {...props} className="grid w-full max-w-xl gap-6">
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
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <TextField
        label={copy.label}
        type="password"
        autoComplete="new-password"
        enterKeyHint="go"
        required
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending} className="w-full sm:w-auto sm:min-w-48">
          {copy.button}
        </Button>
        <Button variant="secondary" className="w-full sm:w-auto" onClick={onCancel}>
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}
