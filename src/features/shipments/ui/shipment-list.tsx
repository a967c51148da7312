import { useCallback, useEffect, useState } from 'react';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { copy as siteCopy } from '#src/shared/copy.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { Button, Spinner } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { LoadError } from '#src/shared/ui/page.tsx';
import type { ManagedShipment, Shipment } from '../contract.ts';
import { shipmentCopy } from '../copy.ts';
import { toLocalTime, useCountdown } from './use-countdown.ts';
import { useUndoShipment } from './use-undo-shipment.ts';

const { list: copy, notice: noticeCopy } = shipmentCopy;

/** The number of shipments that the API returns at once. */
const PAGE_SIZE = 100;

type ShownShipment = Shipment & Partial<ManagedShipment>;

interface ShipmentListProps {
  purchaseId: string;
  /** Present if the reader is an admin, who can undo and correct. Called after that. */
  onChange?: () => void;
}

/**
 * The shipments of a purchase, newest first, each with a link to its carrier. They are loaded when the list is shown.
 */
export function ShipmentList({ purchaseId, onChange }: ShipmentListProps) {
  const [shipments, setShipments] = useState<readonly ShownShipment[] | null>(null);
  const [serverTime, setServerTime] = useState<number | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [mayHaveMore, setMayHaveMore] = useState(false);

  const load = useCallback(
    async (before?: string) => {
      setIsPending(true);
      const query = `?limit=${PAGE_SIZE}${before ? `&before=${before}` : ''}`;
      const result = await callApi<ShownShipment[]>(`/purchases/${purchaseId}/shipments${query}`);
      setIsPending(false);
      if (!result.ok) return setProblem(result.problem);
      setProblem(null);
      setServerTime(result.serverTime);
      setMayHaveMore(Boolean(result.next));
      const newestFirst = result.value.toReversed();
      setShipments((known) => (before ? [...(known ?? []), ...newestFirst] : newestFirst));
    },
    [purchaseId],
  );
  useEffect(() => void load(), [load]);

  if (problem && !shipments) return <LoadError text={problem.detail} pending={isPending} onRetry={() => void load()} />;
  if (!shipments)
    return (
      <p role="status" className="flex min-h-11 items-center gap-3 text-muted">
        <Spinner />
        {siteCopy.loading}
      </p>
    );
  if (shipments.length === 0) return <p className="text-muted">{copy.empty}</p>;
  const changed = onChange && (() => void load().then(onChange));
  return (
    <div className="grid gap-3">
      <ol className="grid">
        {shipments.map((shipment) => (
          <ShipmentEntry
            key={shipment._id}
            shipment={shipment}
            purchaseId={purchaseId}
            serverTime={serverTime}
            {...(changed ? { onChange: changed } : {})}
          />
        ))}
      </ol>
      {mayHaveMore && (
        <Button variant="secondary" pending={isPending} onClick={() => void load(shipments.at(-1)?._id)}>
          {copy.earlier}
        </Button>
      )}
      <FormError>{problem?.detail}</FormError>
    </div>
  );
}

interface ShipmentEntryProps extends ShipmentListProps {
  shipment: ShownShipment;
  serverTime: number | null;
}

function ShipmentEntry({ shipment, purchaseId, serverTime, onChange }: ShipmentEntryProps) {
  const { number, carrier, tracking, trackingUrl, shippedAt, lines, correctedAt, correctionReason, shippedBy } =
    shipment;
  const isUndone = correctedAt !== null || Boolean(shipment.undoneAt);
  return (
    <li className="grid gap-2 border-line border-b py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">{copy.name(number)}</h3>
        <p className="text-fine text-muted wrap-anywhere">
          <DateTime at={shippedAt} />
          {shippedBy && `, ${copy.by(shippedBy)}`}
        </p>
      </div>
      <ul className={isUndone ? 'text-muted line-through' : ''}>
        {lines.map(({ order, itemName, quantity }) => (
          <li key={order} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3">
            <span className="figures text-right">{formatCount(quantity)} ×</span>
            <span className="wrap-anywhere">{itemName}</span>
          </li>
        ))}
      </ul>
      {(carrier || tracking) && (
        <p className="flex flex-wrap items-center gap-x-3 wrap-anywhere">
          {carrier && <span>{carrier}</span>}
          {tracking && <span className="figures break-all">{tracking}</span>}
          {trackingUrl && (
            <a
              href={trackingUrl}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {copy.track(carrier)}
            </a>
          )}
        </p>
      )}
      {correctedAt ? (
        <p className="wrap-anywhere">
          <span className="font-semibold text-bad">{copy.corrected}</span> {correctionReason}
        </p>
      ) : (
        isUndone && <p className="text-fine text-muted">{copy.undone}</p>
      )}
      {onChange && !isUndone && shipment.undoableUntil && (
        <UndoActions
          shipment={{ purchaseId, shipmentId: shipment._id, what: copy.name(number) }}
          undoableUntil={toLocalTime(shipment.undoableUntil, serverTime)}
          onChange={onChange}
        />
      )}
    </li>
  );
}

interface UndoActionsProps {
  shipment: Parameters<ReturnType<typeof useUndoShipment>['undo']>[0];
  undoableUntil: number;
  onChange: () => void;
}

function UndoActions({ shipment, undoableUntil, onChange }: UndoActionsProps) {
  const [until] = useState(undoableUntil);
  const seconds = useCountdown(until);
  const { isPending, problem, undo, correct } = useUndoShipment();
  const act = async () => {
    if (await (seconds > 0 ? undo(shipment) : correct(shipment))) onChange();
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" pending={isPending} onClick={() => void act()}>
        {seconds > 0 ? noticeCopy.undo : shipmentCopy.correct.button}
        {seconds > 0 && (
          <span aria-hidden="true" className="figures">
            {noticeCopy.seconds(seconds)}
          </span>
        )}
      </Button>
      <FormError>{problem?.detail}</FormError>
    </div>
  );
}
