import type { Address } from '#src/features/addresses/contract.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { RequireSession } from '#src/features/identity/ui/require-session.tsx';
import { requireSignedIn } from '#src/features/identity/ui/session.ts';
import { checkoutCopy } from '#src/features/purchases/copy.ts';
import { callApi } from '#src/shared/api-client.ts';
import { Loading } from '#src/shared/ui/loading.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { FramedPageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { StaffNotice } from '#src/shared/ui/staff-notice.tsx';
import type { Route } from './+types/checkout';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: checkoutCopy.title }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user, can } = await requireSignedIn(request);
  if (!can('orders.place')) return { user, form: null };
  // Loaded separately, since every page names the files that this one loads.
  const [book, { CheckoutForm }] = await Promise.all([
    callApi<Address[]>('/addresses'),
    import('#src/views/checkout-form.tsx'),
  ]);
  return { user, form: { CheckoutForm, book: requireResult(book, request) } };
}

export const HydrateFallback = Loading;

export const ErrorBoundary = FramedPageError;

export default function Checkout({ loaderData: { user, form } }: Route.ComponentProps) {
  return (
    <RequireSession>
      <Page title={checkoutCopy.title} flush register="ledger">
        {form ? (
          // A new key per user, so that nobody gets what somebody else has typed.
          <form.CheckoutForm key={user.email} user={user} book={form.book} />
        ) : (
          <div className="mt-8">
            <StaffNotice />
          </div>
        )}
      </Page>
    </RequireSession>
  );
}
