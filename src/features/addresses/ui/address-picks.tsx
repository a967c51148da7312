import { addressCopy } from '../copy.ts';
import { AddressChoice } from './address-choice.tsx';
import { AddressFields } from './address-fields.tsx';
import type { AddressPicksState as Picks } from './use-address-picks.ts';

const { picks: copy } = addressCopy;

/** The choice of both addresses, inside any form. */
export function AddressPicks({ picks }: { picks: Picks }) {
  const { form, addresses } = picks;
  return (
    <div className="grid gap-10">
      <AddressChoice
        legend={copy.delivery}
        name="deliverTo"
        addresses={addresses}
        value={picks.picks.delivery}
        onChange={(value) => picks.pick('delivery', value)}
        error={picks.pickErrors.delivery}
      >
        <AddressFields form={form} path="delivery" purpose="shipping" />
      </AddressChoice>
      <AddressChoice
        legend={copy.billing}
        name="billTo"
        addresses={addresses}
        value={picks.picks.billing}
        onChange={(value) => picks.pick('billing', value)}
        error={picks.pickErrors.billing}
        offersSame
      >
        <AddressFields form={form} path="billing" purpose="billing" />
      </AddressChoice>
    </div>
  );
}
