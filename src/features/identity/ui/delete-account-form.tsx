import { use, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#src/shared/api-client.ts';
import { hasGoogleSignIn } from '#src/shared/google-sign-in.ts';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { type FormProblem, toFieldProblem, useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import { personalDataCopy } from '../personal-data-copy.ts';
import { fetchAccessToken } from './fetch-access-token.ts';
import { identity } from './identity.ts';
import { endSession } from './session-actions.ts';

const copy = personalDataCopy.erase;

/** Says what is deleted and what stays, asks for the password, and deletes the account. */
export function DeleteAccountForm({ email, onCancel }: { email: string; onCancel: () => void }) {
  const [password, setPassword] = useState('');
  const navigate = useNavigate();
  const dialog = useDialog();
  const hasGoogle = hasGoogleSignIn(use(PublicSettingsContext));

  const { props, pending, errors, formError } = useFormSubmission({
    async send() {
      const problem = await eraseAccount(email, password, hasGoogle ? copy.againWithGoogle : copy.again);
      if (problem) return problem;
      await navigate('/home');
      await endSession('chosen');
      await dialog.alert({ tone: 'success', ...copy.done });
      return null;
    },
  });

  return (
    <form
      {...props}
      aria-label={copy.title}
      className="grid w-full max-w-xl gap-6 border-bad border-t-2 bg-sheet p-5 sm:p-6"
    >
      <h3 className="text-lead font-semibold">{copy.title}</h3>
      <ul className="grid gap-3">
        {copy.points.map((point) => (
          <li key={point} className="border-line border-t pt-3 first:border-t-0 first:pt-0">
            {point}
          </li>
        ))}
      </ul>
      <FormError>{formError}</FormError>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={copy.password}
        hint={hasGoogle ? copy.passwordHint : undefined}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={errors.password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" pending={pending}>
          {copy.button}
        </Button>
        <Button variant="secondary" disabled={pending} onClick={onCancel}>
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}

/** Signs in anew with the password, since only a fresh sign-in may delete. Null when the account is gone. */
async function eraseAccount(email: string, password: string, again: string): Promise<FormProblem | null> {
  if (password !== '') {
    const signedIn = await identity.signIn({ email, password });
    if (!signedIn.ok) return toFieldProblem('password', signedIn.message);
    const problem = await fetchAccessToken(signedIn.user, () => true);
    if (problem) return problem;
  }
  const result = await callApi('/me', { method: 'DELETE' });
  if (result.ok) return null;
  return result.problem.code === 'sign_in_again' ? toFieldProblem('password', again) : result.problem;
}
