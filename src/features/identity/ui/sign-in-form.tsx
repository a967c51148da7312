import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { lazyCheck } from '#src/shared/form.ts';
import { messages } from '#src/shared/messages.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { identityTexts } from '../messages.ts';
import { identity } from './identity.ts';
import { IdentityForm } from './identity-form.tsx';
import { UnconfirmedNote } from './unconfirmed-note.tsx';
import { useEntering } from './use-entering.ts';

const check = lazyCheck(async () => (await import('../contract.ts')).signInFormSchema);

export function SignInForm() {
  const { fault, waiting, destination, entering, interrupted, wrongPerson, pathTo, enter, forgive } = useEntering('/');
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: check.resolver,
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;
  const [tried, setTried] = useState('');
  const submit = handleSubmit(async (person) => {
    setTried(person.email);
    await enter(() => identity.signIn(person));
  }, forgive);
  return (
    <IdentityForm
      page="signIn"
      submit={messages.nav.signIn}
      fault={fault}
      pending={entering}
      onBegin={check.prepare}
      onSubmit={() => void submit()}
      onForget={() => reset()}
      after={
        <>
          <p className="flex items-center gap-4 text-fine text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
            or
          </p>
          <Button
            variant="secondary"
            className="w-full"
            onClick={() => void enter(() => identity.signInWithGoogle(destination))}
          >
            {messages.identity.signInWithGoogle}
          </Button>
          <p>
            No account yet?{' '}
            <Link
              to={pathTo('/signUp')}
              className="inline-flex min-h-11 items-center font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
            >
              {messages.identity.toggle}
            </Link>{' '}
            to sign up.
          </p>
        </>
      }
    >
      {waiting === 'unopened' && <UnconfirmedNote email={tried} text={identityTexts.unopened(tried)} />}
      {interrupted && (
        <p role="status" className="border border-line bg-sheet px-4 py-3">
          Your sign-in has ended. Please sign in again: you come back to where you were, with what you had typed.
        </p>
      )}
      {wrongPerson && (
        <p role="status" className="border border-line bg-sheet px-4 py-3">
          You are signed in as {wrongPerson.email}. The page you asked for is for{' '}
          {wrongPerson.audience === 'admin' ? 'admins' : 'customers'} only: sign in with another account, or go back to{' '}
          <Link
            to="/dashboard"
            className="underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
          >
            your dashboard
          </Link>
          .
        </p>
      )}
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        enterKeyHint="go"
        required
        error={errors.password?.message}
        {...register('password')}
      />
      <p className="-my-4">
        <Link
          to="/forgotPassword"
          className="inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
        >
          {identityTexts.forgot.link}
        </Link>
      </p>
    </IdentityForm>
  );
}
