import { useId } from 'react';
import { Link } from 'react-router';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { Section } from '#src/shared/ui/page.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import { joinUnits } from '#src/shared/units.ts';
import type { ToolSize } from '../related-contract.ts';
import { getSizeColumns, getSizeValue, sortSizes } from '../size-columns.ts';
import { toolCopy } from '../tool-copy.ts';
import { PieceCount } from './stock-badge.tsx';
import type { BasketButton } from './tool-action.tsx';

const { sizes: copy } = toolCopy;

const cell = 'px-3 py-2 first:pl-0 last:pr-0';

/** The sizes a tool comes in, side by side in what they differ in. Nothing where there is no other. */
export function SizeTable({
  sizes,
  currentId,
  BasketButton,
}: {
  sizes: readonly ToolSize[];
  currentId: string;
  BasketButton: BasketButton;
}) {
  if (sizes.length === 0) return null;
  const columns = getSizeColumns(sizes);
  // One that is no longer sold is not among them.
  const text = copy.text(
    sizes.length,
    sizes.some(({ _id }) => _id === currentId),
  );
  return (
    <Section title={copy.title} className="min-w-0">
      <p className="mt-3 text-muted">{text}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a table is no set of fields */}
      <div
        role="group"
        aria-label={copy.table}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="relative mt-3 overflow-x-auto"
      >
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">{text}</caption>
          <thead className="border-ink border-b text-fine text-muted">
            <tr>
              <th scope="col" className={`${cell} font-semibold`}>
                {copy.tool}
              </th>
              {columns.map((name) => (
                <th key={name} scope="col" className={`${cell} text-right font-semibold`}>
                  {name}
                </th>
              ))}
              <th scope="col" className={`${cell} text-right font-semibold max-sm:hidden`}>
                {copy.minimum}
              </th>
              <th scope="col" className={`${cell} text-right font-semibold`}>
                {copy.price}
              </th>
              <th scope="col" className={`not-for-admins noscript:hidden ${cell}`}>
                <span className="sr-only">{copy.order}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sortSizes(sizes, columns).map((size) => (
              <SizeRow
                key={size._id}
                size={size}
                columns={columns}
                isCurrent={size._id === currentId}
                BasketButton={BasketButton}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function SizeRow({
  size,
  columns,
  isCurrent,
  BasketButton,
}: {
  size: ToolSize;
  columns: string[];
  isCurrent: boolean;
  BasketButton: BasketButton;
}) {
  const nameId = useId();
  const path = `/tools/${size.slug}`;
  const prefetch = usePrefetch(path);
  return (
    <tr aria-current={isCurrent || undefined} className={`border-line border-b ${isCurrent ? 'bg-tint' : ''}`}>
      <th
        scope="row"
        id={nameId}
        className={`${cell} min-w-34 font-normal sm:min-w-44 ${isCurrent ? 'border-signal border-l-2 first:pl-3' : ''}`}
      >
        {isCurrent ? (
          <>
            <span className="inline-flex min-h-11 items-center pt-1 font-semibold">{joinUnits(size.itemName)}</span>
            <span className="sr-only">, {copy.current}</span>
          </>
        ) : (
          <Link
            to={path}
            prefetch={prefetch}
            className="inline-flex min-h-11 items-center pt-1 underline underline-offset-4"
          >
            {joinUnits(size.itemName)}
          </Link>
        )}
        <span className="figures block pb-2 text-fine text-muted wrap-anywhere">{size.sku}</span>
      </th>
      {columns.map((name) => (
        <td key={name} className={`${cell} figures whitespace-nowrap text-right`}>
          {joinUnits(getSizeValue(size, name))}
        </td>
      ))}
      <td className={`${cell} whitespace-nowrap text-right max-sm:hidden`}>
        <PieceCount count={getSmallestOrder(size)} aligned />
      </td>
      <td className={`${cell} whitespace-nowrap text-right`}>
        <Price amount={size.balance} />
      </td>
      <td className={`not-for-admins noscript:hidden ${cell} w-0 text-right`}>
        <BasketButton
          toolId={size._id}
          quantity={size.smallestOrder}
          nameId={nameId}
          className="whitespace-nowrap px-3!"
        />
      </td>
    </tr>
  );
}
