import type { FormResult } from '#src/shared/form-result.ts';
import { ActionForm } from '#src/shared/ui/action-form.tsx';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { enquiryCopy } from '../copy.ts';
import { MAX_LENGTH } from '../rules.ts';
import { PrivacyNote, SenderFields } from './sender-fields.tsx';

const { contact: copy } = enquiryCopy;

export function MessageForm({
  result,
  draft,
  user,
}: {
  result: FormResult | undefined;
  draft: string;
  user: { name: string; email: string } | null;
}) {
  return (
    <ActionForm result={result} draft={draft} prefill={user} submit={copy.submit}>
      {(field) => (
        <>
          <SenderFields field={field} />
          <TextField
            label={copy.subject}
            autoComplete="off"
            required
            maxLength={MAX_LENGTH.subject}
            {...field('subject')}
          />
          <TextArea label={copy.message} rows={7} required maxLength={MAX_LENGTH.message} {...field('message')} />
          <PrivacyNote />
        </>
      )}
    </ActionForm>
  );
}
