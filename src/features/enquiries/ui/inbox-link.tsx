import { ButtonLink } from '#src/shared/ui/button.tsx';
import { enquiryCopy } from '../copy.ts';

/** A link to the inbox, for a page's heading. */
export function InboxLink() {
  return (
    <ButtonLink to="/dashboard/inbox" variant="secondary">
      {enquiryCopy.inbox.title}
    </ButtonLink>
  );
}
