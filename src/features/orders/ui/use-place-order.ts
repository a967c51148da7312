import { useRef, useState } from 'react';
import { type ApiProblem, callApi, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { isQuantityInRange } from '../rules.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { totalFor } from './order-total.ts';

/** What an order form needs to know of the tool. */
export interface Orderable {
  _id: string;
  itemName: string;
  picture: string;
  balance: number;
  quantity: number;
  minOrderQuantity: number;
}

interface PlaceOrderOptions {
  tool: Orderable;
  user: { displayName: string; email: string };
  /** Reads price and stock again; settles when they are shown. */
  refresh: () => Promise<void>;
  onPlaced: () => void;
}

/** The state of an order form: the quantity, its total, the checks, and sending it exactly once. */
export function usePlaceOrder({ tool, user, refresh, onPlaced }: PlaceOrderOptions) {
  const dialog = useDialog();
  const bounds = { min: tool.minOrderQuantity, max: tool.quantity };
  const [quantity, setQuantity] = useState<number | null>(bounds.min);
  const [error, setError] = useState<string | null>(null);
  const [placed, setPlaced] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const [keys] = useState(createIdempotencyKeys);
  const total = totalFor(quantity, tool.balance, bounds);
  const inRange = quantity !== null && isQuantityInRange(quantity, bounds);

  async function send(wanted: number, price: string): Promise<void> {
    const order = {
      toolId: tool._id,
      name: user.displayName,
      email: user.email,
      quantity: wanted,
      price,
      img: tool.picture,
      itemName: tool.itemName,
    };
    const key = keys.keyFor(JSON.stringify(order));
    const answer = await callApi<{ insertedId: string }>('/order', {
      method: 'POST',
      body: order,
      headers: { 'idempotency-key': key },
    });
    if (!answer.ok) {
      const { problem } = answer;
      if (isOutcomeUnknown(problem)) {
        return setError(`${problem.detail} If you send it again unchanged, it is still one order.`);
      }
      keys.finish();
      await refresh();
      return setError(toErrorText(problem));
    }
    keys.finish();
    onPlaced();
    setQuantity(bounds.min);
    setPlaced(answer.value.insertedId);
    await Promise.all([dialog.alert({ tone: 'success', ...copy.dialog.stored }), refresh()]);
  }

  return {
    quantity,
    total,
    error,
    /** The id of the order that was placed, while nothing has been changed since; else null. */
    placed,
    sending,
    bounds,
    change(next: number | null) {
      setQuantity(next);
      setError(null);
      setPlaced(null);
    },
    checkQuantityOnBlur() {
      // A popup takes the focus from the field itself.
      if (inRange || busy.current) return;
      // Only when the focus has arrived where it was going: that is where the popup gives it back to.
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
