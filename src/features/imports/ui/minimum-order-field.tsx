import { TextField } from '#src/shared/ui/field.tsx';
import { importCopy } from '../copy.ts';

/** The minimum order of all new products of a file that has no column for it. Takes digits only. */
export function MinimumOrderField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <TextField
      label={importCopy.missing.minimum}
      hint={importCopy.missing.minimumHint}
      inputMode="numeric"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, ''))}
    />
  );
}
