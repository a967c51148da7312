import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { site } from '#src/shared/site-messages.ts';
import { usePopup } from '#src/shared/ui/popup.tsx';

/** What the link in the confirmation mail leaves in the address: `confirmed`, and `error` where it did not work. */
const MARKS = ['confirmed', 'error'];

/** Tells whoever comes from the confirmation mail how it went, once, and takes that out of the address. */
export function useConfirmationNotice(): void {
  const popup = usePopup();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const given = new URLSearchParams(search);
    if (!given.has('confirmed')) return;
    const failed = given.has('error');
    for (const mark of MARKS) given.delete(mark);
    void navigate(
      { pathname, search: given.toString(), hash },
      { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    );
    void popup.show(
      failed ? { tone: 'error', ...site.confirmation.failed } : { tone: 'success', ...site.confirmation.done },
    );
  }, [pathname, search, hash, navigate, popup]);
}
