import type { ReactNode } from 'react';
import { AddressLines } from '#src/shared/ui/address-lines.tsx';
import { purchaseCopy as copy } from '../copy.ts';

export interface ShownAddress {
  lines: readonly string[];
  phone: string;
  vatId: string;
}

export interface WithAddresses {
  delivery: ShownAddress | null;
  billing: ShownAddress | null;
}

/** Both addresses of a purchase, side by side if there is room. Equal addresses are shown once. */
export function PurchaseAddressSection({
  purchase: { delivery, billing },
  whenMissing,
}: {
  purchase: WithAddresses;
  /** Shown in place of a missing delivery address. */
  whenMissing?: ReactNode;
}) {
  const isSame = delivery !== null && JSON.stringify(delivery) === JSON.stringify(billing);
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <div className="grid content-start gap-1">
        <dt className="text-fine text-muted">{copy.delivery}</dt>
        <dd>{delivery ? <AddressText address={delivery} /> : whenMissing}</dd>
      </div>
      <div className="grid content-start gap-1">
        <dt className="text-fine text-muted">{copy.billing}</dt>
        <dd>{isSame ? copy.sameBilling : billing ? <AddressText address={billing} /> : copy.noBilling}</dd>
      </div>
    </dl>
  );
}

function AddressText({ address: { lines, phone, vatId } }: { address: ShownAddress }) {
  return (
    <>
      <AddressLines lines={lines} />
      {phone && (
        <p className="text-fine text-muted">
          {copy.phone} <span className="figures">{phone}</span>
        </p>
      )}
      {vatId && (
        <p className="text-fine text-muted">
          {copy.vatId} <span className="figures wrap-anywhere">{vatId}</span>
        </p>
      )}
    </>
  );
}
