import { useState } from 'react';
import { Link } from 'react-router';
import type { ApiResult } from '#src/shared/api-client.ts';
import { createPostOnce } from '#src/shared/post-once.ts';
import { getPurchasePath } from '#src/shared/purchase-number.ts';
import { TextField } from '#src/shared/ui/field.tsx';
import { useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import type { ManyShipped } from '../contract.ts';
import { shipmentCopy } from '../copy.ts';
import { MAX_TRACKING_LENGTH } from '../rules.ts';
import { CarrierFields, getCarrier, NO_CARRIER } from './carrier-fields.tsx';
import { findWarning, type PurchaseToShip } from './purchase-to-ship.ts';
import { ShipmentDialog } from './shipment-dialog.tsx';

const { many: copy, ship: shipCopy } = shipmentCopy;

interface ShipManyDialogProps {
  purchases: readonly PurchaseToShip[];
  onShipped: (result: ApiResult<ManyShipped> & { ok: true }) => void;
  onClose: () => void;
}

/**
 * Asks before several purchases are shipped, and lists them with their destinations. Purchases that nobody should ship
 * without a look are left out: those without an address, disputed, or about to be canceled.
 */
export default function ShipManyDialog({ purchases, onShipped, onClose }: ShipManyDialogProps) {
  const [carrier, setCarrier] = useState(NO_CARRIER);
  const [tracking, setTracking] = useState<Readonly<Record<string, string>>>({});
  const [postOnce] = useState(createPostOnce);
  const judged = purchases.map((purchase) => ({
    ...purchase,
    why: findWarning(purchase) ?? (purchase.delivery ? null : shipCopy.noAddress),
  }));
  const shipped = judged.filter(({ why }) => why === null);
  const leftOut = judged.filter(({ why }) => why !== null);
  const { errors, formError, ...submission } = useFormSubmission({
    async send() {
      const body = { purchases: shipped.map(({ _id }) => _id), carrier: getCarrier(carrier), tracking };
      const result = await postOnce<ManyShipped>('/shipments', body);
      if (!result.ok) return result.problem;
      onShipped(result);
      return null;
    },
  });
  const confirm = { ...submission, label: copy.confirm(shipped.length), error: formError ?? errors.purchases };
  return (
    <ShipmentDialog title={copy.title(shipped.length)} {...(shipped.length > 0 ? { confirm } : {})} onClose={onClose}>
      <p>{shipped.length > 0 ? copy.text : copy.none}</p>
      {shipped.length > 0 && (
        <ul className="border-line border-y">
          {shipped.map(({ _id, number, name, delivery }) => (
            <li
              key={_id}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-line border-t py-2 first:border-t-0"
            >
              <span className="figures">{number}</span>
              <span className="wrap-anywhere">
                {name}
                <span className="block text-fine text-muted">
                  {delivery?.lines.filter((line) => line !== name).join(', ')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {leftOut.length > 0 && (
        <div className="grid gap-2">
          <p className="font-semibold text-bad">{copy.leftOut(leftOut.length)}</p>
          <ul className="border-line border-y">
            {leftOut.map(({ _id, number, name, why }) => (
              <li
                key={_id}
                className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-line border-t py-2 first:border-t-0"
              >
                <Link to={getPurchasePath(number)} className="figures -my-2 py-2.5 underline underline-offset-4">
                  {number}
                </Link>
                <span className="wrap-anywhere">
                  {name}
                  <span className="block text-fine text-muted">{why}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {shipped.length > 0 && (
        <>
          <CarrierFields value={carrier} onChange={setCarrier} error={errors.carrier} />
          {shipped.map(({ _id, number }) => (
            <TextField
              key={_id}
              label={copy.tracking(number)}
              autoComplete="off"
              spellCheck={false}
              maxLength={MAX_TRACKING_LENGTH}
              className="figures"
              value={tracking[_id] ?? ''}
              error={errors[`tracking.${_id}`]}
              onChange={({ target }) => setTracking((now) => ({ ...now, [_id]: target.value }))}
            />
          ))}
        </>
      )}
    </ShipmentDialog>
  );
}
