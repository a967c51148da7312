import { useState } from 'react';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { createIdempotencyKeys } from '#src/shared/idempotency-keys.ts';
import { FormError } from '#src/shared/ui/form-error.tsx';
import type { ManyShipped } from '../contract.ts';
import { shipmentCopy } from '../copy.ts';
import { CarrierFields, getCarrier, NO_CARRIER } from './carrier-fields.tsx';
import { ShipmentDialog } from './shipment-dialog.tsx';

const { many: copy } = shipmentCopy;

/** A purchase in the list of those to ship. */
export interface ChosenPurchase {
  id: string;
  number: string;
  name: string;
}

interface ShipManyDialogProps {
  purchases: readonly ChosenPurchase[];
  onShipped: (result: ApiResult<ManyShipped> & { ok: true }) => void;
  onClose: () => void;
}

/** Asks before several purchases are shipped, and names them. */
export default function ShipManyDialog({ purchases, onShipped, onClose }: ShipManyDialogProps) {
  const [carrier, setCarrier] = useState(NO_CARRIER);
  const [isPending, setIsPending] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [keys] = useState(() => createIdempotencyKeys());
  const ship = async () => {
    setErrors({});
    setIsPending(true);
    const body = { purchases: purchases.map(({ id }) => id), carrier: getCarrier(carrier) };
    const result = await callApi<ManyShipped>('/shipments', {
      method: 'POST',
      body,
      headers: { 'idempotency-key': keys.getKey(JSON.stringify(body)) },
    });
    if (result.ok) return onShipped(result);
    setIsPending(false);
    const { errors: fields, detail } = result.problem;
    setErrors(fields.carrier ? { carrier: fields.carrier } : { form: fields.purchases ?? detail });
  };
  return (
    <ShipmentDialog
      title={copy.title(purchases.length)}
      confirm={{ label: copy.confirm(purchases.length), isPending, onConfirm: () => void ship() }}
      onClose={onClose}
    >
      <p>{copy.text}</p>
      <ul className="border-line border-y">
        {purchases.map(({ id, number, name }) => (
          <li
            key={id}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-line border-t py-2 first:border-t-0"
          >
            <span className="figures">{number}</span>
            <span className="wrap-anywhere">{name}</span>
          </li>
        ))}
      </ul>
      <FormError>{errors.form}</FormError>
      <CarrierFields value={carrier} onChange={setCarrier} error={errors.carrier} />
    </ShipmentDialog>
  );
}
