import type { Ref } from 'react';
import { Field, inputClasses } from './field.tsx';

interface PdfFieldProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  hint: string;
  error: string | undefined;
  isUploading: boolean;
  onChange: () => void;
}

/** Takes a PDF that is uploaded when its form is sent. */
export function PdfField({ ref, label, hint, error, isUploading, onChange }: PdfFieldProps) {
  return (
    <Field label={label} hint={hint} required error={error}>
      {(control) => (
        <input
          ref={ref}
          type="file"
          accept="application/pdf,.pdf"
          // If it were disabled, it could not take the focus when the file is refused.
          aria-disabled={isUploading}
          {...control}
          className={inputClasses}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
