import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { basketCopy } from '#src/features/basket/copy.ts';
import { type BasketEstimateProps, BasketView } from '#src/features/basket/ui/basket-view.tsx';
import { signInPath } from '#src/features/identity/ui/return-path.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { LeavesNote } from '#src/features/shipping/ui/leaves-note.tsx';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { useCompany } from '#src/shared/company.ts';
import { copy } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { EmptyState, Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/basket';

/** The page is the same for everybody: only the browser knows what is in a basket. */
export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

export function loader({ context }: Route.LoaderArgs) {
  context.get(cacheTags).add('static');
  return null;
}

/** Without it, the page would wait for an idle moment, and show nothing until it is hydrated. */
export async function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

/** Stands in for code that could not be loaded. */
const withoutIt = () => ({
  default: ({ children = null }: { email: string; children?: ReactNode }) => children,
});

/** Loaded only for customers. If that fails, nothing is said about unpaid orders. */
const WaitingOrder = lazy<ComponentType<{ email: string; isAside?: boolean; children?: ReactNode }>>(() =>
  import('#src/features/orders/ui/waiting-order.tsx').then(
    ({ WaitingOrder: Component }) => ({ default: Component }),
    withoutIt,
  ),
);

/** Loaded only in a shop that charges tax or shipping. If that fails, the checkout still says what an order costs. */
const BasketEstimate = lazy<ComponentType<BasketEstimateProps>>(() =>
  import('#src/views/basket-estimate.tsx').catch(withoutIt),
);

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: basketCopy.title, description: basketCopy.description }, matches);

export default function Basket() {
  const { status, user, can } = useSession();
  const { selling } = useCompany();
  const reader = status === 'checking' ? null : (user?.email ?? '');
  return (
    <Page title={basketCopy.title} flush register="ledger">
      {/* As high as the placeholder before, so that nothing moves. */}
      <div className="min-h-dvh">
        {status === 'signedIn' && !can('basket.keep') ? (
          <div className="mt-8">
            {/* What `StaffNotice` shows. A file of its own would cost this page more than its budget has. */}
            <EmptyState
              title={basketCopy.admin}
              action={<ButtonLink to="/dashboard">{copy.nav.dashboard}</ButtonLink>}
            />
          </div>
        ) : (
          <BasketView
            // A new key per user, so that the next person is not offered what somebody else has removed.
            key={reader}
            reader={reader}
            Estimate={selling?.isCharging && BasketEstimate}
            beside={<LeavesNote />}
            checkoutPath={status === 'signedIn' ? '/checkout' : signInPath('/checkout', 'customer')}
            note={
              reader ? (
                <Suspense>
                  <WaitingOrder email={reader} isAside />
                </Suspense>
              ) : null
            }
            renderEmpty={(empty) =>
              reader ? (
                <Suspense>
                  <WaitingOrder email={reader}>{empty}</WaitingOrder>
                </Suspense>
              ) : (
                empty
              )
            }
          />
        )}
      </div>
    </Page>
  );
}
