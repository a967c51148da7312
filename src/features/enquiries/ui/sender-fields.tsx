import { Link } from 'react-router';
import type { ActionField } from '#src/shared/ui/action-form.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { enquiryCopy } from '../copy.ts';
import { MAX_LENGTH } from '../rules.ts';

/** Who asks, and where the answer goes. */
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

/** What becomes of it, said before it is sent. */
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
