import { type ComponentProps, type ReactNode, useEffect, useEffectEvent } from 'react';
import { copy } from '#src/shared/copy.ts';
import { subscribeToDiscards } from '#src/shared/draft.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { useDraft } from '#src/shared/ui/use-draft.ts';
import type { useSchemaForm } from '#src/shared/ui/use-schema-form.ts';
import type { SIGN_IN_PAGES } from './use-sign-in.ts';

/** What the sign-in pages share: the error, the fields, the button and what follows it. */
export function IdentityForm({
  page,
  form,
  submit,
  error,
  pending,
  onSubmit,
  onCorrect,
  children,
  after,
}: {
  page: (typeof SIGN_IN_PAGES)[number];
  form: Pick<ReturnType<typeof useSchemaForm>, 'element' | 'onInput' | 'preload' | 'reset'>;
  submit: string;
  /** The identity service's own message. */
  error: string | null;
  pending: boolean;
  onSubmit: () => void;
  /** The user changes what the error was about. */
  onCorrect: () => void;
  children: ReactNode;
  after: ReactNode;
}) {
  useDraft(form.element, page, 'server');
  // A sign-out discarded all drafts, so the form must be cleared, too.
  const handleDiscard = useEffectEvent((discarded: string | null) => {
    if (discarded !== null) return;
    form.reset();
    onCorrect();
  });
  useEffect(() => subscribeToDiscards(handleDiscard), []);
  return (
    <form
      ref={form.element}
      noValidate
      method="post"
      className="grid gap-6 noscript:hidden"
      onFocus={form.preload}
      onInput={(event) => {
        form.onInput(event);
        // A restored draft fires the same event.
        if (error && event.nativeEvent.isTrusted) onCorrect();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) onSubmit();
      }}
    >
      <FormError>{error && copy.identity.providerError(error)}</FormError>
      {children}
      <Button type="submit" pending={pending} className="w-full">
        {submit}
      </Button>
      {after}
    </form>
  );
}

/** The field for the email address of an account. */
export function AccountField(props: Pick<ComponentProps<typeof TextField>, 'enterKeyHint' | 'error'>) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  );
}
