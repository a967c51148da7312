import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { checkoutCopy as copy } from '../copy.ts';

/** The fields for the buyer's notes to themself and to the shop. They have the names of the API's fields. */
export function PurchaseNoteFields({
  values,
  errors,
}: {
  values: { poNumber?: string | undefined; note?: string | undefined };
  errors: Readonly<Record<string, string>>;
}) {
  return (
    <div className="grid gap-6">
      <TextField
        name="poNumber"
        {...copy.poNumber}
        defaultValue={values.poNumber}
        error={errors.poNumber}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        className="figures"
      />
      <TextArea name="note" {...copy.note} defaultValue={values.note} error={errors.note} maxLength={1_000} rows={3} />
    </div>
  );
}
