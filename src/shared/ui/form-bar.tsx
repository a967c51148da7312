import type { ReactNode } from 'react';
import { FormError } from './form-error.tsx';

/** The end of a long form, which stays in sight: what went wrong, where the form stands, and its buttons. */
export function FormBar({ error, note, children }: { error: string | null; note: ReactNode; children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-ink border-t bg-paper px-4 py-4 lg:mx-0 lg:px-0">
      <FormError>{error}</FormError>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p role="status" className="min-w-0 text-fine text-muted">
          {note}
        </p>
        {children}
      </div>
    </div>
  );
}
