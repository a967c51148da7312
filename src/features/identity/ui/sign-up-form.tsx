import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { copy } from '#src/shared/copy.ts';
import { lazySchema } from '#src/shared/lazy-schema.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { useSchemaForm } from '#src/shared/ui/use-schema-form.ts';
import { identityCopy } from '../copy.ts';
import { MIN_PASSWORD_LENGTH } from '../rules.ts';
import { identity } from './identity.ts';
import { AccountField, IdentityForm } from './identity-form.tsx';
import { SignInReason } from './sign-in-reason.tsx';
import { JUST_SIGNED_UP } from './signed-up-note.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Replaces the form if new users have to confirm their address before they can sign in. */
function SignUpSent({ email, toSignIn, onAgain }: { email: string; toSignIn: string; onAgain: () => void }) {
  const section = useRef<HTMLElement>(null);
  const { title, text, nothing, again } = identityCopy.signUpSent;
  // The pressed button is gone, and the focus with it.
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} aria-label={title} className="grid gap-4">
      <p className="font-semibold text-lead">{title}</p>
      <p className="wrap-anywhere">{text(email)}</p>
      <p className="text-muted">{nothing}</p>
      <div className="mt-2 flex flex-wrap gap-4">
        <ButtonLink to={toSignIn}>{copy.nav.signIn}</ButtonLink>
        <Button variant="secondary" onClick={onAgain}>
          {again}
        </Button>
      </div>
    </section>
  );
}

const schema = lazySchema(async () => (await import('../contract.ts')).signUpFormSchema);

export function SignUpForm() {
  const { error, confirmation, pending, guardedPath, pathTo, attempt: enter, clearError } = useSignIn('/home');
  const [sentTo, setSentTo] = useState('');
  const form = useSchemaForm(schema);
  const submit = () =>
    form.submit(async (input) => {
      setSentTo(input.email);
      await enter(() => identity.signUp(input), JUST_SIGNED_UP);
    }, clearError);
  if (confirmation === 'sent') {
    return <SignUpSent email={sentTo} toSignIn={pathTo('/signIn')} onAgain={clearError} />;
  }
  return (
    <IdentityForm
      page="signUp"
      form={form}
      submit={copy.identity.signUp}
      error={error}
      pending={pending}
      onSubmit={() => void submit()}
      onCorrect={clearError}
      after={
        <p>
          Already have an account?{' '}
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
        error={form.errors.displayName}
        name="displayName"
      />
      <AccountField enterKeyHint="next" error={form.errors.email} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        enterKeyHint="go"
        required
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        error={form.errors.password}
        name="password"
      />
    </IdentityForm>
  );
}
