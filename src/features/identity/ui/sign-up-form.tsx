import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { copy } from '#src/shared/copy.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { TextField } from '#src/shared/ui/field.tsx';
import { MIN_PASSWORD_LENGTH } from '../rules.ts';
import { identity } from './identity.ts';
import { IdentityForm } from './identity-form.tsx';
import { SignInReason } from './sign-in-reason.tsx';
import { SignUpSent } from './sign-up-sent.tsx';
import { JUST_SIGNED_UP } from './signed-up-note.tsx';
import { useSignIn } from './use-sign-in.ts';

const validator = lazyValidator(async () => (await import('../contract.ts')).signUpFormSchema);

export function SignUpForm() {
  const { error, confirmation, pending, guardedPath, pathTo, attempt: enter, clearError } = useSignIn('/home');
  const [sentTo, setSentTo] = useState('');
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: validator.resolver,
    defaultValues: { displayName: '', email: '', password: '' },
  });
  const { errors } = formState;
  const submit = handleSubmit(async (input) => {
    setSentTo(input.email);
    await enter(() => identity.signUp(input), JUST_SIGNED_UP);
  }, clearError);
  if (confirmation === 'sent') {
    const again = () => {
      reset();
      clearError();
    };
    return <SignUpSent email={sentTo} toSignIn={pathTo('/signIn')} onAgain={again} />;
  }
  return (
    <IdentityForm
      page="signUp"
      submit={copy.identity.signUp}
      error={error}
      pending={pending}
      onFocus={validator.preload}
      onSubmit={() => void submit()}
      onCorrect={clearError}
      onDiscard={() => reset()}
      after={
        <p>
          You have an account?{' '}
          <Link
            to={pathTo('/signIn')}
            className="inline-flex min-h-11 items-center font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
          >
            {copy.identity.toggle}
          </Link>{' '}
          to sign in.
        </p>
      }
    >
      <SignInReason path={guardedPath} page="signUp" />
      <TextField
        label="Display name"
        autoComplete="name"
        enterKeyHint="next"
        required
        error={errors.displayName?.message}
        {...register('displayName')}
      />
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
        autoComplete="new-password"
        enterKeyHint="go"
        required
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        error={errors.password?.message}
        {...register('password')}
      />
    </IdentityForm>
  );
}
