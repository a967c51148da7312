import { useEffect, useRef } from 'react';
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
  'grid grid-cols-[3rem_minmax(0,1fr)_2.75rem] items-start gap-x-4 gap-y-1 border-line border-b py-2.5 md:grid-cols-[3rem_minmax(0,1fr)_10rem_7rem_2.75rem]';

/**
 * A line of the basket as an entry of the catalog: the current state of the tool, a quantity that can be changed, and
 * the price.
 */
export function BasketEntry({ line, priced, isOdd, onOdd, onRemove }: BasketEntryProps) {
  const name = priced?.itemName || copy.gone;
  const isSold = priced?.state === 'on_sale';
  const entry = useRef<HTMLLIElement>(null);
  return (
    <li ref={entry} className={frame}>
      {priced?.image ? (
        <ResponsiveImage
          src={priced.image}
          alt=""
          sizes="3rem"
          className="aspect-4/3 w-full border border-line object-contain"
        />
      ) : (
        <div aria-hidden="true" className="aspect-4/3 w-full border border-line border-dashed" />
      )}
      <div className="min-w-0">
        <h2 className="font-semibold leading-snug wrap-anywhere">
          {priced?.slug ? (
            <Link to={`/tools/${priced.slug}`} className="-my-3 inline-block py-3 no-underline hover:underline">
              {joinUnits(name)}
            </Link>
          ) : priced ? (
            name
          ) : (
            <span className="text-muted">{copy.pricing}</span>
          )}
        </h2>
        {priced && (
          <p className="flex flex-wrap gap-x-4 text-fine text-muted wrap-anywhere">
            {priced.sku && <span className="figures">{priced.sku}</span>}
            {isSold && <Price amount={priced.unitPrice} unit={siteCopy.tool.each} />}
          </p>
        )}
        {priced?.detail && !isOdd && <p className="font-medium text-bad text-fine">{priced.detail}</p>}
        {priced?.changed && <LineChanges changed={priced.changed} hasDetail={priced.problem === 'not_for_sale'} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 md:contents">
        <div className="w-40 shrink-0 md:w-auto">
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
      {/* On phones beside the name: next to the total there is no room for it. */}
      <Button
        variant="quiet"
        className="size-11 shrink-0 -mr-3 px-0! max-md:col-start-3 max-md:row-start-1"
        title={copy.remove}
        aria-label={copy.removeTool(name)}
        onClick={() => onRemove(name)}
      >
        <Icon name="x" className="size-5" />
      </Button>
      {isSold && !isOdd && (
        <LineOffers
          offers={priced.offers}
          onTake={(quantity) => {
            setQuantity(line.toolId, quantity);
            // The button disappears together with its offer.
            entry.current?.querySelector('input')?.focus();
          }}
        />
      )}
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
export function RemovedEntry({ name, onUndo }: { name: string; onUndo: () => void }) {
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

/** Quantities that can be ordered instead, or that cost less per piece. Each is a button that chooses it. */
function LineOffers({ offers, onTake }: { offers: BasketLine['offers']; onTake: (quantity: number) => void }) {
  const [first] = offers;
  if (!first) return null;
  return (
    <div className="col-start-2 flex flex-wrap items-baseline gap-x-4 text-fine max-md:col-span-2">
      <p className="text-muted">{first.why === 'lower_unit_price' ? copy.notes.cheaper : copy.notes.instead}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-4">
        {offers.map(({ quantity, total }) => (
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
