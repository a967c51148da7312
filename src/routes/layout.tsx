import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { Outlet } from 'react-router';
import { useBasketSession } from '#src/features/basket/ui/use-basket-session.ts';
import { SearchField } from '#src/features/catalogue/search/ui/search-field.tsx';
import { DeniedSignInRedirect } from '#src/features/identity/ui/denied-sign-in-redirect.tsx';
import { useSession } from '#src/features/identity/ui/session.ts';
import { SignedUpNote } from '#src/features/identity/ui/signed-up-note.tsx';
import { FooterSubscription } from '#src/features/newsletter/ui/footer-subscription.tsx';
import { ErrorPage, errorMeta } from '#src/shared/ui/error-page.tsx';
import { Shell } from '#src/shared/ui/shell.tsx';
import type { Route } from './+types/layout';

export const meta: Route.MetaFunction = ({ error, matches }) => errorMeta(error, matches);

export default function ShopLayout() {
  return (
    <SessionShell>
      <DeniedSignInRedirect />
      <SignedUpNote />
      <Outlet />
    </SessionShell>
  );
}

/** Keeps the navigation around a failed page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SessionShell>
      <ErrorPage error={error} />
    </SessionShell>
  );
}

const StableShell = memo(Shell);
const SEARCH = <SearchField />;
const NEWSLETTER = <FooterSubscription />;

function SessionShell({ children }: { children: ReactNode }) {
  const known = useSession();
  const basketCount = useBasketSession(known);
  const deferred = useDeferredValue(known);
  // Once it is known, the frame of the page takes its time, so that a tap need not. A later change is seen at once: nobody
  // may read who was signed in before.
  const { status, user, signOut } = deferred.status === 'checking' ? deferred : known;
  const session = useMemo(() => ({ status, user, signOut: () => void signOut() }), [status, user, signOut]);
  return (
    <StableShell session={session} basketCount={basketCount} search={SEARCH} newsletter={NEWSLETTER}>
      {children}
    </StableShell>
  );
}
