import { ButtonLink } from '#src/shared/ui/button.tsx';
import { enquiryTexts } from '../messages.ts';

/** The way from a heading to what visitors sent. */
export function InboxLink() {
  return (
    <ButtonLink to="/dashboard/inbox" variant="secondary">
      {enquiryTexts.inbox.title}
    </ButtonLink>
  );
}
