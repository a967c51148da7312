import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { FormError } from './form-error.tsx';

interface FormEndProps {
  /** What somebody else has stored meanwhile, which submitting again replaces. */
  newer: { title: string; text: string } | null;
  error: ReactNode;
  pending: boolean;
  submit: string;
  cancel: string;
  onCancel: () => void;
}

/** The end of a form that opens in the place of what it changes: the newer version, why it failed, and its buttons. */
export function FormEnd({ newer, error, pending, submit, cancel, onCancel }: FormEndProps) {
  return (
    <>
      {newer && (
        <section aria-label={newer.title} className="grid gap-1 border border-line p-4">
          <h3 className="font-semibold">{newer.title}</h3>
          <p className="wrap-anywhere">{newer.text}</p>
        </section>
      )}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending}>
          {submit}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {cancel}
        </Button>
      </div>
    </>
  );
}
