import { useRef, useState } from 'react';
import { type ApiProblem, callApi, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import type { PlacedOrder } from '../contract.ts';
import { type NamedOrder, orderCopy } from '../copy.ts';
import { isQuantityInRange, type QuantityBounds } from '../rules.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { getOrderTotal } from './order-total.ts';

/** The fields of a tool that the order form needs. */
export interface Orderable {
  _id: string;
  itemName: string;
  picture: string;
  balance: number;
  quantity: number;
  minOrderQuantity: number;
}

interface OrderError {
  text: string;
  /** Whether the way out is to pay or delete another order. */
  showsOrders?: boolean;
}

interface PlaceOrderOptions {
  tool: Orderable;
  user: { displayName: string; email: string };
  /** Fetches price and stock again. Resolves when they are shown. */
  refresh: () => Promise<void>;
  onPlaced: () => void;
}

/** The state of an order form: quantity, total, checks, and sending it exactly once. */
export function usePlaceOrder({ tool, user, refresh, onPlaced }: PlaceOrderOptions) {
  const dialog = useDialog();
  const bounds = { min: tool.minOrderQuantity, max: tool.quantity };
  const [quantity, setQuantity] = useState<number | null>(bounds.min);
  const [error, setError] = useState<OrderError | null>(null);
  const [placed, setPlaced] = useState<(PlacedOrder & NamedOrder) | null>(null);
  /** The quantity was changed since the last order: another one has begun. */
  const [changed, setChanged] = useState(false);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const [keys] = useState(createIdempotencyKeys);
  const total = getOrderTotal(quantity, tool.balance, bounds);
  const inRange = quantity !== null && isQuantityInRange(quantity, bounds);
  const rangeNote = orderCopy.quantityOutOfRange(quantity, bounds);

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
    const key = keys.getKey(JSON.stringify(order));
    const response = await callApi<PlacedOrder>('/order', {
      method: 'POST',
      body: order,
      headers: { 'idempotency-key': key },
    });
    if (!response.ok) {
      const { problem } = response;
      if (isOutcomeUnknown(problem)) {
        return setError({ text: `${problem.detail} If you send it again unchanged, it is still one order.` });
      }
      keys.reset();
      await refresh();
      return setError({ text: toErrorText(problem), showsOrders: problem.code === 'too_many_unpaid_orders' });
    }
    keys.reset();
    onPlaced();
    setQuantity(bounds.min);
    const ordered = { quantity: orderedQuantity, itemName: tool.itemName, price };
    const { insertedId, holdExpiresAt } = response.value;
    setPlaced({ ...response.value, ...ordered });
    setChanged(false);
    const popup = {
      tone: 'success' as const,
      ...copy.dialog.stored,
      note: orderCopy.placed(ordered, holdExpiresAt),
      next: { label: orderCopy.payNow, to: `/dashboard/payment/${insertedId}` },
    };
    await Promise.all([dialog.alert(popup), refresh()]);
  }

  return {
    quantity,
    total,
    error,
    /** The last order that was placed here, with what it was placed for; else null. */
    placed,
    /** Whether the fields are for another order than `placed`. */
    startsAnother: placed !== null && changed,
    sending,
    bounds,
    change(next: number | null) {
      setQuantity(next);
      setChanged(true);
      setError(null);
    },
    checkQuantityOnBlur() {
      // A dialog takes the focus from the field, too.
      if (inRange || busy.current) return;
      // Deferred until the focus has moved on: the dialog returns it there.
      const popup = copy.dialog.quantityOnBlur(bounds.min, bounds.max);
      setTimeout(() => void dialog.alert({ tone: 'error', ...popup, note: rangeNote }));
    },
    async submit() {
      if (busy.current) return;
      setError(null);
      busy.current = true;
      try {
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
