import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { stepQuantity } from '#src/shared/quantity-solver.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { QuantityField } from '#src/shared/ui/quantity-field.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { BasketLine } from '../contract.ts';
import { basketCopy as copy } from '../copy.ts';
import { MAX_BASKET_QUANTITY } from '../rules.ts';
import { setQuantity } from './basket-actions.ts';
import type { KeptLine } from './basket-store.ts';
import { getTerms } from './line-price.ts';

interface BasketEntryProps {
  line: KeptLine;
  /** Null while its price is looked up. */
  priced: BasketLine | null;
  /** The input is not a quantity. It stays in the field, and the line is unchanged. */
  isOdd: boolean;
  onOdd: (isOdd: boolean) => void;
  onRemove: (name: string) => void;
}

const frame =
  'grid grid-cols-[2.5rem_minmax(0,1fr)_2.75rem] items-start gap-x-3 gap-y-2 border-line border-b py-1.5 md:grid-cols-[3rem_minmax(0,1fr)_9rem_6rem_2.75rem] md:gap-y-0';

/**
 * A line of the basket as an entry of the catalog: the current state of the tool, a quantity that can be changed, and
 * the price.
 */
export function BasketEntry({ line, priced, isOdd, onOdd, onRemove }: BasketEntryProps) {
  const name = priced?.itemName || copy.gone;
  const isSold = priced?.state === 'on_sale';
  const entry = useRef<HTMLLIElement>(null);
  const take = (quantity: number) => {
    setQuantity(line.toolId, quantity);
    // The button disappears together with its offer.
    entry.current?.querySelector('input')?.focus();
  };
  return (
    <li ref={entry} className={frame}>
      {priced?.image ? (
        <ResponsiveImage
          src={priced.image}
          alt=""
          sizes="3rem"
          className="mt-1 aspect-4/3 w-full border border-line object-contain"
        />
      ) : (
        <div aria-hidden="true" className="mt-1 aspect-4/3 w-full border border-line border-dashed" />
      )}
      <div className="min-w-0 max-md:col-span-2">
        <h2 className="font-semibold leading-snug wrap-anywhere">
          {priced?.slug ? (
            <Link
              to={`/tools/${priced.slug}`}
              title={joinUnits(name)}
              className="-mt-1.5 -mb-4 block w-fit max-w-full truncate pt-1.5 pb-4 no-underline hover:underline"
            >
              {joinUnits(name)}
            </Link>
          ) : priced ? (
            name
          ) : (
            <span className="text-muted">{copy.pricing}</span>
          )}
        </h2>
        {priced && (
          <p className="flex gap-x-3 whitespace-nowrap text-fine text-muted">
            {priced.sku && (
              <span className="figures min-w-0 truncate" title={priced.sku}>
                {priced.sku}
              </span>
            )}
            {isSold && <Price amount={priced.unitPrice} unit={siteCopy.tool.each} />}
            {isSold && !isOdd && <CheaperOffer offers={priced.offers} onTake={take} />}
          </p>
        )}
        {priced?.detail && !isOdd && <p className="font-medium text-bad text-fine">{priced.detail}</p>}
        {priced?.changed && <LineChanges changed={priced.changed} hasDetail={priced.problem === 'not_for_sale'} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 max-md:col-span-2 md:contents">
        {/* Above the field is the gap to its label, which only screen readers get. */}
        <div className="-mt-1.5 w-40 shrink-0 md:w-auto">
          {isSold && <EntryQuantity line={line} priced={priced} name={name} isOdd={isOdd} onOdd={onOdd} />}
        </div>
        <p className="min-w-0 grow text-right md:pt-2.5">
          {priced?.total && !isOdd ? (
            <Price amount={priced.total} className="font-semibold" />
          ) : (
            <span className="text-fine text-muted">{priced && copy.noTotal}</span>
          )}
        </p>
      </div>
      <Button
        variant="quiet"
        className="size-11 shrink-0 -mr-3 px-0!"
        title={copy.remove}
        aria-label={copy.removeTool(name)}
        onClick={() => onRemove(name)}
      >
        <Icon name="x" className="size-5" />
      </Button>
      {isSold && !isOdd && <OtherQuantities offers={priced.offers} onTake={take} />}
    </li>
  );
}

interface EntryQuantityProps {
  line: KeptLine;
  priced: BasketLine;
  name: string;
  isOdd: boolean;
  onOdd: (isOdd: boolean) => void;
}

/** The quantity of a line, with buttons that step through the quantities that can be ordered. */
function EntryQuantity({ line, priced, name, isOdd, onOdd }: EntryQuantityProps) {
  const terms = getTerms(priced);
  return (
    <QuantityField
      label={<span className="sr-only">{copy.quantity(name)}</span>}
      error={isOdd ? copy.wholeNumber : undefined}
      min={1}
      max={MAX_BASKET_QUANTITY}
      step={priced.packMultiple}
      below={stepQuantity(terms, line.quantity, -1)}
      above={stepQuantity(terms, line.quantity, 1)}
      value={isOdd ? null : line.quantity}
      onValueChange={(quantity) => {
        onOdd(quantity === null || quantity === 0);
        if (quantity) setQuantity(line.toolId, quantity);
      }}
    />
  );
}

/**
 * Replaces a removed line: says that it was removed, and can restore it. Takes the focus, since the pressed button is
 * gone.
 */
export function RemovedEntry({
  name,
  onUndo,
  children,
}: {
  name: string;
  onUndo: () => void;
  /** The next stop of the keyboard after 'Undo'. */
  children: ReactNode;
}) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b py-3">
      <p ref={text} tabIndex={-1} className="min-w-0 text-muted wrap-anywhere">
        {copy.removed(name)}
      </p>
      <Button variant="quiet" className="-mx-2 px-2!" onClick={onUndo}>
        {copy.undo}
      </Button>
      {children}
    </li>
  );
}

/** What has changed since a line was added. `hasDetail`: the page says elsewhere that the tool is no longer sold. */
function LineChanges({
  changed: { unitPrice, minimum, stock, archived },
  hasDetail,
}: {
  changed: NonNullable<BasketLine['changed']>;
  hasDetail: boolean;
}) {
  const { changed } = copy;
  const sentences = [
    unitPrice && changed.unitPrice(formatDecimalMoney(unitPrice.before), formatDecimalMoney(unitPrice.now)),
    minimum && changed.minimum(minimum.before, minimum.now),
    stock && changed.stock(stock.before, stock.now),
    archived && !hasDetail && changed.archived,
  ].filter(Boolean);
  if (sentences.length === 0) return null;
  return (
    <p className="mt-1 border-signal border-l-2 pl-3 text-fine">
      <span className="sr-only">{changed.title}: </span>
      {sentences.join(' ')}
    </p>
  );
}

interface OffersProps {
  offers: BasketLine['offers'];
  onTake: (quantity: number) => void;
}

/** From how many pieces on one costs less, beside its price now: a button that chooses this quantity. */
function CheaperOffer({ offers, onTake }: OffersProps) {
  const offer = offers.find(({ why }) => why === 'lower_unit_price');
  if (!offer) return null;
  const { quantity, unitPrice, total } = offer;
  return (
    <Button
      variant="quiet"
      className="-mx-1 -my-3 px-1! text-fine"
      title={copy.take(quantity, formatDecimalMoney(total))}
      onClick={() => onTake(quantity)}
    >
      <span className="figures">{copy.from(quantity, formatDecimalMoney(unitPrice))}</span>
    </Button>
  );
}

/** Quantities that can be ordered instead of one that can't. Each is a button that chooses it. */
function OtherQuantities({ offers, onTake }: OffersProps) {
  const others = offers.filter(({ why }) => why !== 'lower_unit_price');
  if (others.length === 0) return null;
  return (
    <div className="col-span-full flex flex-wrap items-baseline gap-x-4 text-fine md:col-start-2">
      <p className="text-muted">{copy.notes.instead}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-4">
        {others.map(({ quantity, total }) => (
          <li key={quantity}>
            <Button variant="quiet" className="-my-2 px-2! text-fine" onClick={() => onTake(quantity)}>
              <span className="figures">{copy.take(quantity, formatDecimalMoney(total))}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
