import type { FormAnswer } from '#src/shared/form-answer.ts';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { PostedForm } from '#src/shared/ui/posted-form.tsx';
import { enquiryTexts } from '../messages.ts';
import { LONGEST } from '../rules.ts';
import { PrivacyNote, SenderFields } from './sender-fields.tsx';

const { contact: texts } = enquiryTexts;

/** Writes to the people of the shop. */
export function MessageForm({
  answer,
  draft,
  person,
}: {
  answer: FormAnswer | undefined;
  draft: string;
  person: { name: string; email: string } | null;
}) {
  return (
    <PostedForm answer={answer} draft={draft} prefill={person} submit={texts.submit}>
      {(field) => (
        <>
          <SenderFields field={field} />
          <TextField
            label={texts.subject}
            autoComplete="off"
            required
            maxLength={LONGEST.subject}
            {...field('subject')}
          />
          <TextArea label={texts.message} rows={7} required maxLength={LONGEST.message} {...field('message')} />
          <PrivacyNote />
        </>
      )}
    </PostedForm>
  );
}
