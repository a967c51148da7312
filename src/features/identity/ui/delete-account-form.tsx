import { use, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#src/shared/api-client.ts';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { personalDataCopy } from '../personal-data-copy.ts';
import { fetchAccessToken } from './fetch-access-token.ts';
import { identity } from './identity.ts';
import { endSession } from './session-actions.ts';

const copy = personalDataCopy.erase;

/** Says what is deleted and what stays, asks for the password, and deletes the account. */
export function DeleteAccountForm({ email, onCancel }: { email: string; onCancel: () => void }) {
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [passwordError, setPasswordError] = useState<string>();
  const [error, setError] = useState<string | null>(null);
  const navigate = useNavigate();
  const dialog = useDialog();
  const { identity: service } = use(PublicSettingsContext);
  const hasGoogle = service.kind === 'firebase' || service.google;

  const erase = async () => {
    if (pending) return;
    setError(null);
    setPasswordError(undefined);
    setPending(true);
    const failed = await eraseAccount(email, password, hasGoogle ? copy.againWithGoogle : copy.again);
    setPending(false);
    if (failed?.field) {
      setPasswordError(failed.message);
      document.getElementById(PASSWORD_ID)?.focus();
    } else if (failed) setError(failed.message);
    else {
      await navigate('/home');
      await endSession('chosen');
      await dialog.alert({ tone: 'success', ...copy.done });
    }
  };

  return (
    <form
      noValidate
      aria-label={copy.title}
      className="grid w-full max-w-xl gap-6 border-bad border-t-2 bg-sheet p-5 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        void erase();
      }}
    >
      <h3 className="text-lead font-semibold">{copy.title}</h3>
      <ul className="grid gap-3">
        {copy.points.map((point) => (
          <li key={point} className="border-line border-t pt-3 first:border-t-0 first:pt-0">
            {point}
          </li>
        ))}
      </ul>
      <FormError>{error}</FormError>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        id={PASSWORD_ID}
        label={copy.password}
        hint={hasGoogle ? copy.passwordHint : undefined}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={passwordError}
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

const PASSWORD_ID = 'delete-account-password';

/** Signs in anew with the password, since only a fresh sign-in may delete. Null when the account is gone. */
async function eraseAccount(
  email: string,
  password: string,
  again: string,
): Promise<{ message: string; field?: 'password' } | null> {
  if (password !== '') {
    const signedIn = await identity.signIn({ email, password });
    if (!signedIn.ok) return { message: signedIn.message, field: 'password' };
    const problem = await fetchAccessToken(signedIn.user, () => true);
    if (problem) return { message: problem.detail };
  }
  const result = await callApi('/me', { method: 'DELETE' });
  if (result.ok) return null;
  const { code, detail } = result.problem;
  return code === 'sign_in_again' ? { message: again, field: 'password' } : { message: detail };
}
