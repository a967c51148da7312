import type { FormAnswer } from '#src/shared/form-answer.ts';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { type PostedField, PostedForm } from '#src/shared/ui/posted-form.tsx';
import { enquiryTexts } from '../messages.ts';
import { LONGEST } from '../rules.ts';
import { PrivacyNote, SenderFields } from './sender-fields.tsx';

const { quote: texts } = enquiryTexts;
const NAMES_ID = 'tool-names';

/** Asks for a price. `product` is what the field begins with, `toolNames` what it suggests. */
export function QuoteForm({
  answer,
  product,
  toolNames,
  draft,
  person,
}: {
  answer: FormAnswer | undefined;
  product: string;
  toolNames: readonly string[];
  draft: string;
  person: { name: string; email: string } | null;
}) {
  return (
    <PostedForm answer={answer} draft={draft} prefill={person} submit={texts.submit}>
      {(field) => (
        <>
          <TextField
            label={texts.product}
            hint={texts.productHint}
            list={NAMES_ID}
            autoComplete="off"
            required
            maxLength={LONGEST.product}
            {...beginningWith(product, field('product'))}
          />
          <datalist id={NAMES_ID}>
            {toolNames.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <TextField
            label={texts.quantity}
            hint={texts.quantityHint}
            inputMode="numeric"
            autoComplete="off"
            required
            maxLength={12}
            className="figures sm:max-w-48"
            {...field('quantity')}
          />
          <TextArea
            label={texts.message}
            hint={texts.messageHint}
            required
            maxLength={LONGEST.message}
            {...field('message')}
          />
          <SenderFields field={field} />
          <TextField
            label={texts.company}
            autoComplete="organization"
            maxLength={LONGEST.company}
            {...field('company')}
          />
          <PrivacyNote />
        </>
      )}
    </PostedForm>
  );
}

function beginningWith(value: string, field: PostedField): PostedField {
  return { ...field, defaultValue: field.defaultValue ?? value };
}
