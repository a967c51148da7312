import { type ComponentProps, type ReactNode, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { lazyImport } from '#src/shared/lazy-import.ts';
import { shipmentCopy } from '../copy.ts';
import type { ChosenPurchase } from './purchase-choice.tsx';
import type { PurchaseToShip } from './purchase-to-ship.ts';
import type ShipDialog from './ship-dialog.tsx';
import type ShipManyDialog from './ship-many-dialog.tsx';
import { ShipmentNotice, type ShippedNotice } from './shipment-notice.tsx';
import { toLocalTime } from './use-countdown.ts';

const shipDialog = lazyImport(() => import('./ship-dialog.tsx'));
const manyDialog = lazyImport(() => import('./ship-many-dialog.tsx'));

/** What the open dialog asks about. */
type Open =
  | { kind: 'one'; Dialog: typeof ShipDialog; purchase: PurchaseToShip; onChange: () => void }
  | { kind: 'many'; Dialog: typeof ShipManyDialog; purchases: readonly PurchaseToShip[]; onChange: () => void };

export interface Shipping {
  /** The id of the purchase whose dialog is loading. */
  opening: string | null;
  /** Why no dialog could be opened, or null. */
  error: string | null;
  /** Asks, then ships. `onChange` is called after each change. */
  ship: (purchaseId: string, onChange: () => void) => Promise<void>;
  shipMany: (purchases: readonly ChosenPurchase[], onChange: () => void) => Promise<void>;
  dialog: ReactNode;
  /**
   * A notice of what was shipped last, with its undo. Place it after what it is about: it stays at the lower edge of
   * the window.
   */
  notice: ReactNode;
}

/** Asks before shipping, ships, and offers an undo. The dialogs are loaded when they are needed. */
export function useShipping(): Shipping {
  const [opening, setOpening] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [shipped, setShipped] = useState<(ShippedNotice & { key: number; onChange: () => void }) | null>(null);

  const show = (notice: ShippedNotice, onChange: () => void) => {
    setOpen(null);
    setShipped((last) => ({ ...notice, onChange, key: (last?.key ?? 0) + 1 }));
    onChange();
  };

  const ship: Shipping['ship'] = async (purchaseId, onChange) => {
    if (opening) return;
    setError(null);
    setOpening(purchaseId);
    const [loaded, read] = await Promise.all([shipDialog.load(), callApi<PurchaseToShip>(`/purchases/${purchaseId}`)]);
    setOpening(null);
    if (!read.ok) return setError(read.problem.detail);
    if (!loaded) return setError(shipmentCopy.ship.notOpened);
    setOpen({ kind: 'one', Dialog: loaded.default, purchase: read.value, onChange });
  };

  const shipMany: Shipping['shipMany'] = async (purchases, onChange) => {
    setError(null);
    const [loaded, ...read] = await Promise.all([
      manyDialog.load(),
      ...purchases.map(({ id }) => callApi<PurchaseToShip>(`/purchases/${id}`)),
    ]);
    const failed = read.find((one) => !one.ok);
    if (failed) return setError(failed.problem.detail);
    if (!loaded) return setError(shipmentCopy.ship.notOpened);
    const known = read.flatMap((one) => (one.ok ? [one.value] : []));
    setOpen({ kind: 'many', Dialog: loaded.default, purchases: known, onChange });
  };

  return {
    opening,
    error,
    ship,
    shipMany,
    dialog: open && renderDialog(open, show, () => setOpen(null)),
    notice: shipped && (
      <ShipmentNotice
        key={shipped.key}
        notice={shipped}
        onChange={shipped.onChange}
        onDismiss={() => setShipped(null)}
      />
    ),
  };
}

function renderDialog(
  open: Open,
  show: (notice: ShippedNotice, onChange: () => void) => void,
  onClose: () => void,
): ReactNode {
  const { notice: copy } = shipmentCopy;
  if (open.kind === 'one') {
    const { Dialog, purchase, onChange } = open;
    const onShipped: ComponentProps<typeof ShipDialog>['onShipped'] = (what, { value, serverTime }) =>
      show(
        {
          text: copy.shipped(what),
          undoableUntil: toLocalTime(value.undoableUntil, serverTime),
          shipments: [{ purchaseId: purchase._id, shipmentId: value.insertedId, what }],
          refused: [],
        },
        onChange,
      );
    return <Dialog purchase={purchase} onShipped={onShipped} onClose={onClose} />;
  }
  const { Dialog, purchases, onChange } = open;
  const getNumber = (id: string) => purchases.find((one) => one._id === id)?.number ?? id;
  const onShipped: ComponentProps<typeof ShipManyDialog>['onShipped'] = ({ value: { results }, serverTime }) => {
    const done = results.filter((one) => one.shipped);
    show(
      {
        text: copy.shippedMany(done.length),
        undoableUntil:
          done.length > 0 ? Math.min(...done.map(({ undoableUntil }) => toLocalTime(undoableUntil, serverTime))) : 0,
        shipments: done.map(({ purchase, insertedId }) => ({
          purchaseId: purchase,
          shipmentId: insertedId,
          what: getNumber(purchase),
        })),
        refused: results
          .filter((one) => !one.shipped)
          .map(({ purchase, detail }) => `${getNumber(purchase)}: ${detail}`),
      },
      onChange,
    );
  };
  return <Dialog purchases={purchases} onShipped={onShipped} onClose={onClose} />;
}
