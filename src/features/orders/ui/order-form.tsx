import { useId, useRef } from 'react';
import { Link } from 'react-router';
import { copy } from '#src/shared/copy.ts';
import { formatDateTime } from '#src/shared/dates.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { QuantityField } from '#src/shared/ui/quantity-field.tsx';
import { useDraft } from '#src/shared/ui/use-draft.ts';
import { type Orderable, usePlaceOrder } from './use-place-order.ts';

export const ORDER_FORM_ID = 'order-form';

export interface OrderFormProps {
  tool: Orderable;
  user: { displayName: string; email: string };
  refresh: () => Promise<void>;
}

/** Orders a quantity of one tool. Without enough stock, it says so instead. */
export function OrderForm(props: OrderFormProps) {
  const { tool, user } = props;
  const element = useRef<HTMLFormElement>(null);
  const { discard } = useDraft(element, `order:${tool._id}:${user.email}`);
  const { quantity, total, error, placed, sending, bounds, change, checkQuantityOnBlur, submit } = usePlaceOrder({
    ...props,
    onPlaced: discard,
  });
  /** Whether a pointer is pressing a button of this form. */
  const pressed = useRef(false);
  const errorId = useId();
  const placedId = useId();
  const payLink = useRef<HTMLAnchorElement>(null);
  const soldOut = bounds.max < bounds.min;

  return (
    <form
      ref={element}
      id={ORDER_FORM_ID}
      noValidate
      aria-label="Order"
      className="grid gap-6 [&_input]:scroll-mb-40 lg:[&_input]:scroll-mb-0"
      onPointerDownCapture={({ target }) => {
        pressed.current = target instanceof Element && target.closest('button') !== null;
      }}
      onKeyDownCapture={() => {
        pressed.current = false;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (soldOut) return;
        const button = document.activeElement;
        // Paying comes next, and the dialog has covered the link to it.
        void submit().then(() => {
          if (document.activeElement === button || document.activeElement === document.body) payLink.current?.focus();
        });
      }}
    >
      <div id={errorId} className={error ? '' : '-mb-6'}>
        <FormError>
          {error && (
            <>
              {error.text}
              {error.showsOrders && (
                <>
                  {' '}
                  <Link to="/dashboard/myorder" className="underline underline-offset-4">
                    {copy.dashboard.myOrder}
                  </Link>
                </>
              )}
            </>
          )}
        </FormError>
      </div>
      {!soldOut && (
        <>
          <TextField label="Name" value={user.displayName} readOnly autoComplete="off" />
          <TextField label="E-mail" type="email" value={user.email} readOnly autoComplete="off" />
          <QuantityField
            label="Quantity"
            name="quantity"
            enterKeyHint="done"
            hint={`From ${bounds.min} to ${bounds.max} pieces.`}
            min={bounds.min}
            max={bounds.max}
            value={quantity}
            onValueChange={change}
            required
            onBlur={({ currentTarget }) => {
              // The whole window lost the focus; the field still has it.
              if (document.activeElement === currentTarget) return;
              // A dialog would swallow the press of a button, which shows the same message.
              if (!pressed.current) checkQuantityOnBlur();
              pressed.current = false;
            }}
          />
        </>
      )}
      <div className={placed ? 'grid gap-4 border border-good px-4 py-4' : '-mb-6'}>
        <p role="status" id={placedId}>
          {placed ? (
            <>
              Your order is placed and its stock is held for you until{' '}
              <time dateTime={placed.holdExpiresAt}>{formatDateTime(placed.holdExpiresAt)}</time>. Pay it now, or later
              under{' '}
              <Link
                to="/dashboard/myorder"
                className="font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
              >
                {copy.dashboard.myOrder}
              </Link>
              .
            </>
          ) : null}
        </p>
        {placed && (
          <ButtonLink
            ref={payLink}
            to={`/dashboard/payment/${placed.insertedId}`}
            aria-describedby={placedId}
            className="scroll-mb-40 lg:scroll-mb-0"
          >
            Pay this order
          </ButtonLink>
        )}
      </div>
      {soldOut ? (
        <p className="border border-line border-dashed px-4 py-6">
          <strong>Out of stock.</strong> There are fewer pieces left than the minimum order of {bounds.min}. Please look
          again later.
        </p>
      ) : (
        <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-ink border-t bg-paper px-4 py-3 lg:static lg:mx-0 lg:px-0">
          <p className="flex items-baseline justify-between gap-6" aria-live="polite">
            <span className="font-semibold">Total</span>
            {total === null ? (
              <span className="text-muted">No total for this quantity</span>
            ) : (
              <Price amount={total} className="text-title font-semibold" />
            )}
          </p>
          <Button
            type="submit"
            variant={placed ? 'secondary' : 'primary'}
            pending={sending}
            className="w-full"
            aria-describedby={errorId}
          >
            {copy.home.placeOrder}
          </Button>
        </div>
      )}
    </form>
  );
}
