import { useRef, useState } from 'react';
import { type ApiProblem, callApi, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import type { PlacedOrder } from '../contract.ts';
import { isQuantityInRange } from '../rules.ts';
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
  const [placed, setPlaced] = useState<PlacedOrder | null>(null);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const [keys] = useState(createIdempotencyKeys);
  const total = getOrderTotal(quantity, tool.balance, bounds);
  const inRange = quantity !== null && isQuantityInRange(quantity, bounds);

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
    setPlaced(response.value);
    await Promise.all([dialog.alert({ tone: 'success', ...copy.dialog.stored }), refresh()]);
  }

  return {
    quantity,
    total,
    error,
    /** The placed order until the form is changed again; else null. */
    placed,
    sending,
    bounds,
    change(next: number | null) {
      setQuantity(next);
      setError(null);
      setPlaced(null);
    },
    checkQuantityOnBlur() {
      // A dialog takes the focus from the field, too.
      if (inRange || busy.current) return;
      // Deferred until the focus has moved on: the dialog returns it there.
      setTimeout(() => void dialog.alert({ tone: 'error', ...copy.dialog.quantityOnBlur(bounds.min, bounds.max) }));
    },
    async submit() {
      if (busy.current) return;
      setError(null);
      setPlaced(null);
      busy.current = true;
      try {
        if (!inRange || total === null) {
          await dialog.alert({ tone: 'error', ...copy.dialog.quantityOnSubmit(bounds.min, bounds.max) });
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
  return errors.quantity ?? errors.name ?? detail;
}
