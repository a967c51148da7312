import { type ReactNode, useId, useRef } from 'react';
import { Link } from 'react-router';
import { copy } from '#src/shared/copy.ts';
import { describeBounds } from '#src/shared/describe-bounds.ts';
import { formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { QuantityOffer } from '#src/shared/quantity-solver.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { QuantityField } from '#src/shared/ui/quantity-field.tsx';
import { useDraft } from '#src/shared/ui/use-draft.ts';
import { PlacedOrderNotice } from './placed-order-notice.tsx';
import { SoldOutNotice } from './sold-out-notice.tsx';
import { type Orderable, usePlaceOrder } from './use-place-order.ts';

export interface OrderFormProps {
  tool: Orderable;
  user: { displayName: string; email: string };
  refresh: () => Promise<void>;
  /** What the total includes, and what is added. */
  priceNote?: string | undefined;
  /** Shown while nothing can be ordered, below the reason. */
  whenSoldOut?: ReactNode;
  /** The quantity in the link that led here. */
  wanted: number | null;
  /** The button below the order button, which adds this quantity to the basket. Null if it can't be ordered. */
  basketButton: (quantity: number | null) => ReactNode;
  /** A note below the form about its quantity. Not shown if the tool is sold out. */
  below: (quantity: number | null) => ReactNode;
}

/**
 * Orders a quantity of one tool. Without enough stock, it says so instead. It is not sent by `useFormSubmission`, because
 * it shows the result, and goes on to the next order, in place.
 */
export function OrderForm(props: OrderFormProps) {
  const { tool, user, wanted } = props;
  const element = useRef<HTMLFormElement>(null);
  const { discard } = useDraft(element, `order:${tool._id}:${user.email}${wanted === null ? '' : `:${wanted}`}`);
  const order = usePlaceOrder({ ...props, onPlaced: discard });
  const { quantity, total, error, placed, startsAnother, sending, bounds, change, checkQuantityOnBlur, submit } = order;
  /** Whether a pointer is pressing a button of this form. */
  const pressed = useRef(false);
  const errorId = useId();
  const payLink = useRef<HTMLAnchorElement>(null);
  const soldOut = order.soldOutReason !== null;

  /** A hidden part takes no gap of the column, which does not exist without fields. */
  const getSpacing = (isShown: boolean) => (soldOut ? (isShown ? 'mb-4' : '') : isShown ? '' : '-mb-4');

  return (
    <>
      <div>
        <form
          ref={element}
          noValidate
          aria-label="Order"
          className={soldOut ? '' : 'flex flex-col gap-4'}
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
            // Paying is the next step, and the dialog has covered the link to it.
            void submit().then(() => {
              if (document.activeElement === button || document.activeElement === document.body)
                payLink.current?.focus();
            });
          }}
        >
          <div id={errorId} className={getSpacing(error !== null)}>
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
          <div className={getSpacing(placed !== null)} aria-live="polite">
            {placed && <PlacedOrderNotice order={placed} payLink={payLink} />}
          </div>
          {!soldOut && (
            <>
              <QuantityField
                label="Quantity"
                name="quantity"
                enterKeyHint="done"
                hint={describeBounds(bounds, tool.packMultiple)}
                error={order.packError ?? undefined}
                min={bounds.min}
                max={bounds.max}
                step={tool.packMultiple}
                below={order.below}
                above={order.above}
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
              <QuantityOffers
                offers={order.offers}
                onChoose={(chosen) => {
                  change(chosen);
                  // The button disappears together with its offer.
                  element.current?.querySelector<HTMLInputElement>('[name=quantity]')?.focus();
                }}
              />
              <div className="flex flex-wrap items-center gap-x-4 gap-y-3 *:last:basis-full">
                <p
                  className="flex min-h-8 grow items-baseline justify-between gap-x-3 lg:basis-full"
                  aria-live="polite"
                >
                  {placed && !startsAnother ? (
                    // A total here could be mistaken for that of the order above, which is waiting to be paid.
                    <>
                      <span className="font-semibold">Another order</span>
                      <span className="text-right text-muted">
                        {quantity} pcs at <Price amount={order.unitPrice} unit={siteCopy.tool.each} />
                      </span>
                    </>
                  ) : (
                    <>
                      <span>
                        <span className="font-semibold">{placed ? 'Total of another order' : 'Total'}</span>{' '}
                        {props.priceNote && <span className="text-fine text-muted">{props.priceNote}</span>}
                      </span>
                      {total === null ? (
                        <span className="text-muted">No total for this quantity</span>
                      ) : (
                        <Price amount={total} className="text-title font-semibold" />
                      )}
                    </>
                  )}
                </p>
                <Button
                  type="submit"
                  variant={placed ? 'secondary' : 'primary'}
                  pending={sending}
                  className="grow"
                  aria-describedby={errorId}
                >
                  {copy.home.placeOrder}
                </Button>
                {props.basketButton(total === null ? null : quantity)}
              </div>
              <div className="grid gap-3 sm:grid-cols-2">
                <TextField label="Name" value={user.displayName} readOnly autoComplete="off" />
                <TextField label="Email" type="email" value={user.email} readOnly autoComplete="off" />
              </div>
            </>
          )}
        </form>
        {/* Outside the form, since it contains a form of its own. */}
        {soldOut && (
          <SoldOutNotice toolId={tool._id} reason={order.soldOutReason ?? ''}>
            {props.whenSoldOut}
          </SoldOutNotice>
        )}
      </div>
      {!soldOut && props.below(quantity)}
    </>
  );
}

/** Quantities to order instead, or that cost less per piece. Each is a button that fills the quantity in. */
function QuantityOffers({
  offers,
  onChoose,
}: {
  offers: readonly QuantityOffer[];
  onChoose: (quantity: number) => void;
}) {
  if (offers.length === 0) return null;
  return (
    <ul className="-mt-2 flex flex-wrap gap-2">
      {offers.map(({ quantity, unitPriceMinor, reason }) => (
        <li key={quantity}>
          <Button variant="secondary" translate="no" onClick={() => onChoose(quantity)}>
            {`${reason === 'lower_unit_price' ? 'Take ' : ''}${formatCount(quantity)} at ${formatMoney(unitPriceMinor)} ${siteCopy.tool.each}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}
