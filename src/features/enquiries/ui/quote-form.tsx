import type { FormResult } from '#src/shared/form-result.ts';
import { type ActionField, ActionForm } from '#src/shared/ui/action-form.tsx';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { enquiryCopy } from '../copy.ts';
import { MAX_LENGTH } from '../rules.ts';
import { PrivacyNote, SenderFields } from './sender-fields.tsx';

const { quote: copy } = enquiryCopy;
const TOOL_NAMES_ID = 'tool-names';

/** The quote form. `product` is the field's first value, `toolNames` are its suggestions. */
export function QuoteForm({
  result,
  product,
  toolNames,
  draft,
  user,
}: {
  result: FormResult | undefined;
  product: string;
  toolNames: readonly string[];
  draft: string;
  user: { name: string; email: string } | null;
}) {
  return (
    <ActionForm result={result} draft={draft} prefill={user} submit={copy.submit}>
      {(field) => (
        <>
          <TextField
            label={copy.product}
            hint={copy.productHint}
            list={TOOL_NAMES_ID}
            autoComplete="off"
            required
            maxLength={MAX_LENGTH.product}
            {...withDefault(product, field('product'))}
          />
          <datalist id={TOOL_NAMES_ID}>
            {toolNames.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <TextField
            label={copy.quantity}
            hint={copy.quantityHint}
            inputMode="numeric"
            autoComplete="off"
            required
            maxLength={12}
            className="figures sm:max-w-48"
            {...field('quantity')}
          />
          <TextArea
            label={copy.message}
            hint={copy.messageHint}
            required
            maxLength={MAX_LENGTH.message}
            {...field('message')}
          />
          <SenderFields field={field} />
          <TextField
            label={copy.company}
            autoComplete="organization"
            maxLength={MAX_LENGTH.company}
            {...field('company')}
          />
          <PrivacyNote />
        </>
      )}
    </ActionForm>
  );
}

function withDefault(value: string, field: ActionField): ActionField {
  return { ...field, defaultValue: field.defaultValue ?? value };
}
