import { use, useState } from 'react';
import { Link } from 'react-router';
import { copy } from '#src/shared/copy.ts';
import { hasGoogleSignIn } from '#src/shared/google-sign-in.ts';
import { lazySchema } from '#src/shared/lazy-schema.ts';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { useSchemaForm } from '#src/shared/ui/use-schema-form.ts';
import { identityCopy } from '../copy.ts';
import { identity } from './identity.ts';
import { AccountField, IdentityForm } from './identity-form.tsx';
import { SignInReason } from './sign-in-reason.tsx';
import { UnconfirmedNote } from './unconfirmed-note.tsx';
import { useSignIn } from './use-sign-in.ts';

const schema = lazySchema(async () => (await import('../contract.ts')).signInFormSchema);

export function SignInForm() {
  const {
    error,
    confirmation,
    destination,
    pending,
    sessionEnded,
    guardedPath,
    wrongUser,
    pathTo,
    attempt: enter,
    clearError,
  } = useSignIn('/');
  const form = useSchemaForm(schema);
  const [email, setEmail] = useState('');
  const submit = () =>
    form.submit(async (input) => {
      setEmail(input.email);
      await enter(() => identity.signIn(input));
    }, clearError);
  return (
    <IdentityForm
      page="signIn"
      form={form}
      submit={copy.nav.signIn}
      error={error}
      pending={pending}
      onSubmit={() => void submit()}
      onCorrect={clearError}
      after={
        <>
          {hasGoogleSignIn(use(PublicSettingsContext)) && (
            <>
              <p className="flex items-center gap-4 text-fine text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
                or
              </p>
              <Button
                variant="secondary"
                className="w-full"
                onClick={() => void enter(() => identity.signInWithGoogle(destination))}
              >
                {copy.identity.signInWithGoogle}
              </Button>
            </>
          )}
          <p>
            No account yet?{' '}
            <Link
              to={pathTo('/signUp')}
              className="inline-flex min-h-11 items-center font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
            >
              {copy.identity.toggle}
            </Link>{' '}
            to sign up.
          </p>
        </>
      }
    >
      {confirmation === 'unopened' && <UnconfirmedNote email={email} text={identityCopy.unopened(email)} />}
      <SignInReason path={guardedPath} page="signIn" />
      {sessionEnded && (
        <p role="status" className="border border-line bg-sheet px-4 py-3">
          Your sign-in has ended. Please sign in again to return to your page. What you typed is still there.
        </p>
      )}
      {wrongUser && (
        <p role="status" className="border border-line bg-sheet px-4 py-3">
          You are signed in as {wrongUser.email}. The page you asked for is for{' '}
          {wrongUser.audience === 'staff' ? 'the shop’s staff' : 'customers'} only. Sign in with a different account, or
          go back to{' '}
          <Link
            to="/dashboard"
            className="underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
          >
            your dashboard
          </Link>
          .
        </p>
      )}
      <AccountField enterKeyHint="next" error={form.errors.email} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        enterKeyHint="go"
        required
        error={form.errors.password}
        name="password"
      />
      <p className="-my-4">
        <Link
          to="/forgotPassword"
          className="inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
        >
          {identityCopy.forgot.link}
        </Link>
      </p>
    </IdentityForm>
  );
}
