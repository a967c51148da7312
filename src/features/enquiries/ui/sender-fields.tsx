import { Link } from 'react-router';
import { TextField } from '#src/shared/ui/field.tsx';
import type { PostedField } from '#src/shared/ui/posted-form.tsx';
import { enquiryTexts } from '../messages.ts';
import { LONGEST } from '../rules.ts';

/** Who asks, and where the answer goes. */
export function SenderFields({ field }: { field: (name: string) => PostedField }) {
  return (
    <>
      <TextField
        label={enquiryTexts.name}
        autoComplete="name"
        autoCapitalize="words"
        required
        maxLength={LONGEST.name}
        {...field('name')}
      />
      <TextField
        label={enquiryTexts.email}
        hint={enquiryTexts.emailHint}
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        required
        maxLength={LONGEST.email}
        {...field('email')}
      />
    </>
  );
}

/** What becomes of it, said before it is sent. */
export function PrivacyNote() {
  return (
    <p className="text-fine text-muted">
      {enquiryTexts.privacy}{' '}
      <Link to="/privacy" className="underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal">
        {enquiryTexts.privacyLink}
      </Link>
    </p>
  );
}
