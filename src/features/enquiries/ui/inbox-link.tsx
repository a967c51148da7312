import { ButtonLink } from '#src/shared/ui/button.tsx';
import { enquiryCopy } from '../copy.ts';

/** The way from a heading to what visitors sent. */
export function InboxLink() {
  return (
    <ButtonLink to="/dashboard/inbox" variant="secondary">
      {enquiryCopy.inbox.title}
    </ButtonLink>
  );
}
