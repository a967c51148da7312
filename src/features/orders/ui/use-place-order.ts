import { useRef, useState } from 'react';
import { type ApiProblem, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { formatDecimalMoney, minorToDecimal, minorToNumber } from '#src/shared/money.ts';
import { toOrderTerms, type WireTerms } from '#src/shared/order-terms.ts';
import { createPostOnce } from '#src/shared/post-once.ts';
import { describeQuantity } from '#src/shared/quantity-copy.ts';
import {
  getOrderableBounds,
  getUnitPriceMinor,
  judgeQuantity,
  listOffers,
  stepQuantity,
} from '#src/shared/quantity-solver.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import type { PlacedOrder } from '../contract.ts';
import { type NamedOrder, orderCopy } from '../copy.ts';
import { isQuantityInRange, type QuantityBounds } from '../rules.ts';

/** The fields of a tool that the order form needs. */
export interface Orderable extends WireTerms {
  _id: string;
  itemName: string;
  picture: string;
}

interface OrderError {
  text: string;
  /** Whether the customer has to pay or delete another order first. */
  showsOrders?: boolean;
}

interface PlaceOrderOptions {
  tool: Orderable;
  user: { displayName: string; email: string };
  /** Fetches price and stock again. Resolves when they are shown. */
  refresh: () => Promise<void>;
  onPlaced: () => void;
  /** The initial quantity. If it is out of bounds, the form says why. */
  wanted: number | null;
}

/** The state of an order form: quantity, total, checks, and sending it exactly once. */
export function usePlaceOrder({ tool, user, refresh, onPlaced, wanted }: PlaceOrderOptions) {
  const dialog = useDialog();
  const terms = toOrderTerms(tool);
  const orderable = getOrderableBounds(terms);
  // A tool without stock only has bounds for its message.
  const bounds = orderable ?? { min: tool.minOrderQuantity, max: tool.quantity };
  const isWantedInRange = wanted !== null && isQuantityInRange(wanted, bounds);
  const [quantity, setQuantity] = useState<number | null>(isWantedInRange ? wanted : bounds.min);
  const [error, setError] = useState<OrderError | null>(
    wanted === null || isWantedInRange || orderable === null ? null : { text: describeQuantity(terms, wanted) },
  );
  const [placed, setPlaced] = useState<(PlacedOrder & NamedOrder) | null>(null);
  /** The quantity was changed after the last order, so the form is about another one. */
  const [changed, setChanged] = useState(false);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const [postOnce] = useState(createPostOnce);
  const judged = quantity === null ? null : judgeQuantity(terms, quantity);
  /** As a decimal string. Null for a quantity that can't be ordered. */
  const total = judged && !judged.problem ? minorToDecimal(judged.totalMinor) : null;
  const inRange = quantity !== null && isQuantityInRange(quantity, bounds);
  /** The quantity is within the bounds but is part of a pack, or no card pays its total. */
  const isRefusedWithin = inRange && total === null;
  const rangeNote = orderCopy.quantityOutOfRange(quantity, bounds, terms.packMultiple);

  async function send(orderedQuantity: number, price: string): Promise<void> {
    const order = {
      toolId: tool._id,
      name: user.displayName,
      email: user.email,
      quantity: orderedQuantity,
      price,
      img: tool.picture,
      itemName: tool.itemName,
    };
    const response = await postOnce<PlacedOrder>('/order', order);
    if (!response.ok) {
      const { problem } = response;
      if (isOutcomeUnknown(problem)) {
        return setError({ text: `${problem.detail} If you submit it again unchanged, it will not be ordered twice.` });
      }
      await refresh();
      return setError({ text: toErrorText(problem), showsOrders: problem.code === 'too_many_unpaid_orders' });
    }
    onPlaced();
    setQuantity(bounds.min);
    const ordered = { ...response.value, quantity: orderedQuantity, itemName: tool.itemName, price };
    setPlaced(ordered);
    setChanged(false);
    const popup = {
      tone: 'success' as const,
      ...copy.dialog.stored,
      note: orderCopy.placed(ordered),
      next: { label: orderCopy.payNow, to: `/dashboard/payment/${ordered.insertedId}` },
    };
    await Promise.all([dialog.alert(popup), refresh()]);
  }

  return {
    quantity,
    total,
    error,
    /** The last order that was placed here, with what it was placed for, or null. */
    placed,
    /** Whether the fields are for another order than `placed`. */
    startsAnother: placed !== null && changed,
    sending,
    bounds,
    /** Why no quantity can be ordered, or null. */
    soldOutReason: orderable === null ? describeQuantity(terms, getSmallestOrder(terms)) : null,
    /** The unit price at this quantity. */
    unitPrice: minorToNumber(getUnitPriceMinor(terms, quantity ?? bounds.min)),
    /** Why this quantity can't be ordered, or null. Out of bounds, a popup says so instead. */
    packError: isRefusedWithin ? describeQuantity(terms, quantity) : null,
    /** Quantities to order instead, or that cost less per piece. Out of bounds, the popup names the bounds. */
    offers: inRange ? listOffers(terms, quantity) : [],
    /** The quantities to which the steppers lead; null at an end. */
    below: stepQuantity(terms, quantity, -1),
    above: stepQuantity(terms, quantity, 1),
    change(next: number | null) {
      setQuantity(next);
      setChanged(true);
      setError(null);
    },
    checkQuantityOnBlur() {
      // Opening a dialog takes the focus from the field, too.
      if (inRange || busy.current) return;
      // Deferred until the focus has moved on, since the dialog returns it there.
      const popup = copy.dialog.quantityOnBlur(bounds.min, bounds.max);
      setTimeout(() => void dialog.alert({ tone: 'error', ...popup, note: rangeNote }));
    },
    async submit() {
      if (busy.current) return;
      setError(null);
      busy.current = true;
      try {
        if (isRefusedWithin) return setError({ text: describeQuantity(terms, quantity) });
        if (!inRange || total === null) {
          const popup = copy.dialog.quantityOnSubmit(bounds.min, bounds.max);
          await dialog.alert({ tone: 'error', ...popup, note: rangeNote });
          return;
        }
        setSending(true);
        await send(quantity, total);
      } finally {
        busy.current = false;
        setSending(false);
      }
    },
  };
}

function toErrorText({ code, detail, errors, extra }: ApiProblem): string {
  if (code === 'price_changed' && typeof extra.price === 'string') {
    return `${detail} It is ${formatDecimalMoney(extra.price)} now.`;
  }
  if (code === 'out_of_stock' || code === 'quantity_out_of_range') {
    const { min, max } = extra as Partial<QuantityBounds>;
    if (min !== undefined && max !== undefined) return `${detail} ${orderCopy.stockChanged({ min, max })}`;
  }
  return errors.quantity ?? errors.name ?? detail;
}
