import { type ComponentProps, useState } from 'react';
import { Link } from 'react-router';
import type { ApiResult } from '#src/shared/api-client.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { createPostOnce } from '#src/shared/post-once.ts';
import { AddressLines } from '#src/shared/ui/address-lines.tsx';
import { Button } from '#src/shared/ui/button.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { QuantityField } from '#src/shared/ui/quantity-field.tsx';
import { renameErrors, useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import { joinUnits } from '#src/shared/units.ts';
import { shipmentCopy } from '../copy.ts';
import { MAX_TRACKING_LENGTH } from '../rules.ts';
import { CarrierFields, getCarrier, NO_CARRIER } from './carrier-fields.tsx';
import { countLeft, findWarning, type PurchaseToShip } from './purchase-to-ship.ts';
import { ShipmentDialog } from './shipment-dialog.tsx';
import { ShipmentList } from './shipment-list.tsx';

const { ship: copy } = shipmentCopy;

/** With more lines than these, whoever ships a few of them would have to set each of the others to 0. */
const MANY_LINES = 2;

export interface ShippedResponse {
  insertedId: string;
  number: number;
  undoableUntil: string;
}

interface Entered {
  /** Of a line by its id. Without an entry, all that are left. */
  pieces: Readonly<Record<string, number | null>>;
  carrier: typeof NO_CARRIER;
  tracking: string;
}

const NOTHING_ENTERED: Entered = { pieces: {}, carrier: NO_CARRIER, tracking: '' };

/** What somebody had entered when they closed a dialog without shipping, as long as the page is open. */
const unsent = new Map<string, Entered>();

interface ShipDialogProps {
  purchase: PurchaseToShip;
  /** Called after shipping with a description of what was shipped, and the shop's response. */
  onShipped: (what: string, result: ApiResult<ShippedResponse> & { ok: true }) => void;
  onClose: () => void;
}

/**
 * Asks before a purchase is shipped: which pieces, to whom and by which carrier. The input is kept if shipping fails, and
 * if the dialog is closed.
 */
export default function ShipDialog({ purchase, onShipped, onClose }: ShipDialogProps) {
  const { name, number } = purchase;
  const lines = purchase.lines.map((line) => ({ ...line, left: countLeft(line) })).filter(({ left }) => left > 0);
  // After another shipment, what was entered for the pieces of before is of no use.
  const key = [purchase._id, ...lines.map(({ left }) => left)].join();
  const [{ pieces, carrier, tracking }, setEntered] = useState(() => unsent.get(key) ?? NOTHING_ENTERED);
  const enter = (change: Partial<Entered>) => setEntered((now) => ({ ...now, ...change }));
  const [postOnce] = useState(createPostOnce);

  const getPieces = (line: { _id: string; left: number }) =>
    (line._id in pieces ? pieces[line._id] : line.left) ?? null;
  const chosen = lines
    .map((line) => ({ order: line._id, quantity: getPieces(line) ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
  const [only] = lines;
  const isSingle = purchase.lines.length === 1 && only !== undefined;
  const what = isSingle ? `${formatCount(getPieces(only) ?? 0)} ${only.itemName}` : number;

  const { errors, formError, ...submission } = useFormSubmission({
    async send() {
      const wrong = lines.filter((line) => {
        const typed = getPieces(line);
        return typed === null || typed > line.left;
      });
      const found = Object.fromEntries(wrong.map(({ _id, left }) => [_id, copy.outOfRange(left)]));
      if (wrong.length > 0 || chosen.length === 0) return { errors: found, detail: copy.nothing };
      const body = { lines: chosen, carrier: getCarrier(carrier), tracking };
      const result = await postOnce<ShippedResponse>(`/purchases/${purchase._id}/shipments`, body);
      if (!result.ok)
        return renameErrors(result.problem, (field) => {
          const at = /^lines\.(\d+)\./.exec(field)?.[1];
          return chosen[Number(at)]?.order ?? field;
        });
      unsent.delete(key);
      onShipped(`${what}, to ${name}`, result);
      return null;
    },
  });

  const warning = findWarning(purchase);
  return (
    <ShipmentDialog
      title={isSingle ? copy.titleOfLine(getPieces(only) ?? 0, only.itemName, name) : copy.title(number, name)}
      {...(lines.length > 0
        ? { confirm: { ...submission, label: copy.confirm, error: formError, isDoubtful: purchase.delivery === null } }
        : {})}
      onClose={() => {
        unsent.set(key, { pieces, carrier, tracking });
        onClose();
      }}
    >
      {warning && (
        <p className="flex items-start gap-2 font-semibold text-bad">
          <Icon name="circle-alert" className="mt-0.5 size-5 shrink-0" />
          {warning}
        </p>
      )}
      {lines.length === 0 ? (
        <>
          <p>{copy.nothingLeft}</p>
          <Recipient purchase={purchase} />
        </>
      ) : (
        <div className="grid gap-5">
          <div>
            <ul aria-label={copy.lines} className="border-line border-t">
              {lines.map((line) => (
                <LineToShip
                  key={line._id}
                  line={line}
                  error={errors[line._id]}
                  value={getPieces(line)}
                  onValueChange={(next) => enter({ pieces: { ...pieces, [line._id]: next } })}
                />
              ))}
            </ul>
            {lines.length > MANY_LINES && (
              <div className="-mx-5 flex flex-wrap justify-end">
                <Button
                  variant="quiet"
                  onClick={() => enter({ pieces: Object.fromEntries(lines.map(({ _id }) => [_id, 0])) })}
                >
                  {copy.setNone}
                </Button>
                <Button variant="quiet" onClick={() => enter({ pieces: {} })}>
                  {copy.setAll}
                </Button>
              </div>
            )}
          </div>
          <Recipient purchase={purchase} />
          <CarrierFields value={carrier} onChange={(next) => enter({ carrier: next })} error={errors.carrier} />
          <TextField
            label={copy.tracking}
            hint={copy.trackingHint}
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_TRACKING_LENGTH}
            className="figures"
            value={tracking}
            error={errors.tracking}
            onChange={({ target }) => enter({ tracking: target.value })}
          />
          <p className="text-muted">{copy.text(purchase.total, purchase.email)}</p>
        </div>
      )}
      {/* Below what is still to ship, which is what the dialog is for. */}
      {purchase.lines.some(({ shippedQuantity }) => shippedQuantity > 0) && (
        <section aria-label={copy.before} className="grid gap-2 border-line border-t pt-4">
          <p className="font-semibold">{copy.before}</p>
          <ShipmentList purchaseId={purchase._id} />
        </section>
      )}
    </ShipmentDialog>
  );
}

type LineToShipProps = Pick<ComponentProps<typeof QuantityField>, 'error' | 'value' | 'onValueChange'> & {
  line: PurchaseToShip['lines'][number] & { left: number };
};

/** A line in one row: its name, how many of its pieces are left, and how many of them are shipped now. */
function LineToShip({ line: { itemName, sku, quantity, left }, value, ...field }: LineToShipProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-x-4 border-line border-b py-1 sm:grid-cols-[minmax(0,1fr)_auto_9rem]">
      <p className="line-clamp-2 leading-snug wrap-anywhere max-sm:col-span-2" title={itemName}>
        {joinUnits(itemName)}
        {sku && <span className="figures ml-2 text-fine text-muted">{sku}</span>}
      </p>
      <p className="figures text-fine text-muted" title={copy.left(left, quantity)}>
        {copy.leftOf(left, quantity)}
      </p>
      {/* Above the field is the gap to its label, which only screen readers get. */}
      <div className="-mt-1.5">
        <QuantityField
          {...field}
          label={
            <span className="sr-only">
              {copy.pieces(itemName)}. {copy.left(left, quantity)}
            </span>
          }
          min={0}
          max={left}
          step={1}
          below={value !== null && value > 0 ? Math.min(value, left + 1) - 1 : null}
          above={value !== null && value < left ? value + 1 : null}
          value={value}
        />
      </div>
    </li>
  );
}

function Recipient({ purchase: { number, name, email, delivery } }: { purchase: PurchaseToShip }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 border-line border-b pb-4">
      <dt className="text-muted">{copy.order}</dt>
      <dd className="figures">{number}</dd>
      <dt className="text-muted">{copy.buyer}</dt>
      <dd className="wrap-anywhere">
        {name}
        <span className="block text-fine text-muted">
          <EmailText address={email} />
        </span>
      </dd>
      <dt className="text-muted">{copy.address}</dt>
      <dd className="wrap-anywhere">
        {delivery ? (
          <AddressLines lines={delivery.lines} />
        ) : (
          <>
            <span className="flex items-start gap-1.5 font-semibold text-bad">
              <Icon name="circle-alert" className="mt-1 size-4 shrink-0" />
              {copy.noAddress}
            </span>
            <span className="block text-fine text-muted">{copy.noAddressText}</span>
            <Link
              to={`/dashboard/orders/${number}`}
              className="-my-1 inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {copy.openOrder}
            </Link>
          </>
        )}
      </dd>
    </dl>
  );
}
