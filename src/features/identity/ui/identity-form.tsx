import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { followDrops } from '#src/shared/draft.ts';
import { messages } from '#src/shared/messages.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { useDraft } from '#src/shared/ui/use-draft.ts';
import type { PAGES } from './use-entering.ts';

/** What sign-in and sign-up have in common: the fields, the way in, and the way to the other page. */
export function IdentityForm({
  page,
  submit,
  fault,
  pending,
  onBegin,
  onSubmit,
  onForget,
  children,
  after,
}: {
  page: (typeof PAGES)[number];
  submit: string;
  /** The identity service's own message. */
  fault: string | null;
  pending: boolean;
  /** Somebody is about to type. */
  onBegin: () => void;
  onSubmit: () => void;
  /** Somebody logged out beside this form: what they typed into it goes, too. */
  onForget: () => void;
  children: ReactNode;
  after: ReactNode;
}) {
  const element = useRef<HTMLFormElement>(null);
  useDraft(element, page);
  const hearOf = useEffectEvent((dropped: string | null) => {
    if (dropped === null) onForget();
  });
  useEffect(() => followDrops(hearOf), []);
  return (
    <form
      ref={element}
      noValidate
      method="post"
      className="grid gap-6 noscript:hidden"
      onFocus={onBegin}
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) onSubmit();
      }}
    >
      <FormFault>{fault && messages.identity.providerError(fault)}</FormFault>
      {children}
      <Button type="submit" pending={pending} className="w-full">
        {submit}
      </Button>
      {after}
    </form>
  );
}
