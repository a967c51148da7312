import type { ReactNode } from 'react';
import { messages } from '#src/shared/messages.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';

/** What sign-in and sign-up have in common: the fields, the way in, and the way to the other page. */
export function IdentityForm({
  submit,
  fault,
  pending,
  onSubmit,
  children,
  after,
}: {
  submit: string;
  /** The identity service's own message. */
  fault: string | null;
  pending: boolean;
  onSubmit: () => void;
  children: ReactNode;
  after: ReactNode;
}) {
  return (
    <form
      noValidate
      method="post"
      className="grid gap-6"
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
