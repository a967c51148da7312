import { data, useLocation, useNavigate, useRevalidator } from 'react-router';
import type { Address } from '#src/features/addresses/contract.ts';
import { addressCopy as copy } from '#src/features/addresses/copy.ts';
import { MAX_ADDRESSES } from '#src/features/addresses/rules.ts';
import { AddressBook } from '#src/features/addresses/ui/address-book.tsx';
import type { AddressForm } from '#src/features/addresses/ui/address-form.tsx';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { callApi } from '#src/shared/api-client.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { DashboardPage, PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-addresses';

const LIST = '/dashboard/addresses';
/** Replaces an id: the form of a new address. */
const NEW = 'new';

export const meta: Route.MetaFunction = ({ matches, params: { id } }) => {
  const title = id === undefined ? copy.title : id === NEW ? copy.form.addTitle : copy.form.changeTitle;
  return pageMeta({ title }, matches);
};

export async function clientLoader({ request, params: { id } }: Route.ClientLoaderArgs) {
  const { user } = await requirePermission(request, 'addresses.keep');
  const [result, form] = await Promise.all([
    callApi<Address[]>('/addresses'),
    // It contains the tables of all countries, which the book does not need.
    id === undefined ? null : import('#src/features/addresses/ui/address-form.tsx'),
  ]);
  const addresses = requireResult(result, request);
  const address = addresses.find(({ _id }) => _id === id) ?? null;
  if (form && !address && id !== NEW) throw data({ detail: copy.notFound }, { status: 404 });
  return { user, addresses, address, Form: form?.AddressForm ?? null };
}

export const ErrorBoundary = PageError;

export default function DashboardAddresses({ loaderData }: Route.ComponentProps) {
  const { addresses, address, user, Form } = loaderData;
  if (!Form) return <BookPage addresses={addresses} />;
  const usual = addresses.find(({ isDefaultDelivery }) => isDefaultDelivery);
  return <FormPage key={address?._id ?? NEW} Form={Form} address={address} user={user} usualCountry={usual?.country} />;
}

function BookPage({ addresses }: { addresses: readonly Address[] }) {
  const { revalidate } = useRevalidator();
  const { state } = useLocation();
  const isFull = addresses.length >= MAX_ADDRESSES;
  return (
    <>
      <PageHeading
        title={copy.title}
        text={isFull ? copy.full(MAX_ADDRESSES) : copy.text}
        actions={addresses.length > 0 && !isFull && <ButtonLink to={`${LIST}/${NEW}`}>{copy.add}</ButtonLink>}
      />
      <div className="mt-4">
        <AddressBook
          addresses={addresses}
          message={state?.stored ? copy.stored(state.stored) : ''}
          onChanged={revalidate}
        />
      </div>
    </>
  );
}

interface FormPageProps {
  Form: typeof AddressForm;
  address: Address | null;
  user: { displayName: string; email: string };
  usualCountry: string | undefined;
}

function FormPage({ Form, address, user, usualCountry }: FormPageProps) {
  const navigate = useNavigate();
  return (
    <DashboardPage
      title={address ? copy.form.changeTitle : copy.form.addTitle}
      text={address && copy.form.changeText}
      actions={
        <ButtonLink to={LIST} variant="secondary">
          {copy.form.back}
        </ButtonLink>
      }
    >
      <Form
        address={address}
        name={user.displayName}
        country={usualCountry}
        email={user.email}
        onStored={(called) => void navigate(LIST, { state: { stored: called } })}
      />
    </DashboardPage>
  );
}
