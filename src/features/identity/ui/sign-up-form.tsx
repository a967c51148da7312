import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { lazyCheck } from '#src/shared/form.ts';
import { messages } from '#src/shared/messages.ts';
import { TextField } from '#src/shared/ui/field.tsx';
import { SHORTEST_PASSWORD } from '../rules.ts';
import { identity } from './identity.ts';
import { IdentityForm } from './identity-form.tsx';
import { SignUpSent } from './sign-up-sent.tsx';
import { JUST_SIGNED_UP } from './signed-up-note.tsx';
import { useEntering } from './use-entering.ts';

const check = lazyCheck(async () => (await import('../contract.ts')).signUpFormSchema);

export function SignUpForm() {
  const { fault, waiting, entering, pathTo, enter, forgive } = useEntering('/home');
  const [sentTo, setSentTo] = useState('');
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: check.resolver,
    defaultValues: { displayName: '', email: '', password: '' },
  });
  const { errors } = formState;
  const submit = handleSubmit(async (person) => {
    setSentTo(person.email);
    await enter(() => identity.signUp(person), JUST_SIGNED_UP);
  }, forgive);
  if (waiting === 'sent') {
    const again = () => {
      reset();
      forgive();
    };
    return <SignUpSent email={sentTo} toSignIn={pathTo('/signIn')} onAgain={again} />;
  }
  return (
    <IdentityForm
      page="signUp"
      submit={messages.identity.signUp}
      fault={fault}
      pending={entering}
      onBegin={check.prepare}
      onSubmit={() => void submit()}
      onForget={() => reset()}
      after={
        <p>
          You have an account?{' '}
          <Link
            to={pathTo('/signIn')}
            className="inline-flex min-h-11 items-center font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
          >
            {messages.identity.toggle}
          </Link>{' '}
          to sign in.
        </p>
      }
    >
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
        hint={`At least ${SHORTEST_PASSWORD} characters.`}
        error={errors.password?.message}
        {...register('password')}
      />
    </IdentityForm>
  );
}
