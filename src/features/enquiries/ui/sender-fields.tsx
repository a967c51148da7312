import { Link } from 'react-router';
import type { ActionField } from '#src/shared/ui/action-form.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { enquiryCopy } from '../copy.ts';
import { MAX_LENGTH } from '../rules.ts';

/** The sender's name and email address. */
export function SenderFields({ field }: { field: (name: string) => ActionField }) {
  return (
    <>
      <TextField
        label={enquiryCopy.name}
        autoComplete="name"
        autoCapitalize="words"
        required
        maxLength={MAX_LENGTH.name}
        {...field('name')}
      />
      <TextField
        label={enquiryCopy.email}
        hint={enquiryCopy.emailHint}
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        required
        maxLength={MAX_LENGTH.email}
        {...field('email')}
      />
    </>
  );
}

/** What the shop does with the data, shown above the button. */
export function PrivacyNote() {
  return (
    <p className="text-fine text-muted">
      {enquiryCopy.privacy}{' '}
      <Link to="/privacy" className="underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal">
        {enquiryCopy.privacyLink}
      </Link>
    </p>
  );
}
