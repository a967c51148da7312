import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { copy } from '#src/shared/copy.ts';
import { subscribeToDiscards } from '#src/shared/draft.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { useDraft } from '#src/shared/ui/use-draft.ts';
import type { SIGN_IN_PAGES } from './use-sign-in.ts';

/** What the sign-in pages share: the error, the fields, the button and what follows it. */
export function IdentityForm({
  page,
  submit,
  error,
  pending,
  onFocus,
  onSubmit,
  onCorrect,
  onDiscard,
  children,
  after,
}: {
  page: (typeof SIGN_IN_PAGES)[number];
  submit: string;
  /** The identity service's own message. */
  error: string | null;
  pending: boolean;
  /** The user is about to type. */
  onFocus: () => void;
  onSubmit: () => void;
  /** The user changes what the error was about. */
  onCorrect: () => void;
  /** A sign-out discarded all drafts, so the form must be cleared, too. */
  onDiscard: () => void;
  children: ReactNode;
  after: ReactNode;
}) {
  const element = useRef<HTMLFormElement>(null);
  useDraft(element, page);
  const handleDiscard = useEffectEvent((discarded: string | null) => {
    if (discarded === null) onDiscard();
  });
  useEffect(() => subscribeToDiscards(handleDiscard), []);
  return (
    <form
      ref={element}
      noValidate
      method="post"
      className="grid gap-6 noscript:hidden"
      onFocus={onFocus}
      onInput={({ nativeEvent }) => {
        // A restored draft fires the same event.
        if (error && nativeEvent.isTrusted) onCorrect();
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
