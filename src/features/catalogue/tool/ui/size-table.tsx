import { useId } from 'react';
import { Link } from 'react-router';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { Section } from '#src/shared/ui/page.tsx';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import { joinUnits } from '#src/shared/units.ts';
import { toolCopy } from '../copy.ts';
import type { ToolSize } from '../related-contract.ts';
import { getSizeColumns, getSizeValue, sortSizes } from '../size-columns.ts';
import { PieceCount } from './stock-badge.tsx';
import type { BasketButton } from './tool-action.tsx';
import {
  cellClasses,
  headRowClasses,
  nameClasses,
  OrderBelowName,
  OrderCell,
  orderClasses,
  rowClasses,
  WideTable,
} from './wide-table.tsx';

const { sizes: copy } = toolCopy;

/**
 * The sizes of a tool, with a column for each specification in which they differ. Renders nothing if there is no other
 * size.
 */
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
  // A size that is no longer sold is not among them.
  const text = copy.text(
    sizes.length,
    sizes.some(({ _id }) => _id === currentId),
  );
  return (
    <Section title={copy.title} className="min-w-0">
      <p className="mt-3 text-muted">{text}</p>
      <div className="mt-3">
        <WideTable label={copy.table} caption={text}>
          <thead>
            <tr className={headRowClasses}>
              <th scope="col" className={`${nameClasses} font-semibold`}>
                {copy.tool}
              </th>
              {columns.map((name) => (
                <th key={name} scope="col" className={`${cellClasses} text-right font-semibold`}>
                  {name}
                </th>
              ))}
              <th scope="col" className={`${cellClasses} text-right font-semibold`}>
                {copy.minimum}
              </th>
              <th scope="col" className={`${orderClasses} font-semibold`}>
                {copy.price}
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
        </WideTable>
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
  const order = { toolId: size._id, price: size.balance, quantity: size.smallestOrder, nameId, BasketButton };
  return (
    <tr aria-current={isCurrent || undefined} className={`${rowClasses} ${isCurrent ? 'bg-tint!' : ''}`}>
      <th
        scope="row"
        abbr={size.itemName}
        className={`${nameClasses} ${isCurrent ? 'border-l-2 border-l-signal pl-1.5' : ''}`}
      >
        <span id={nameId}>
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
        </span>
        <span className="figures block pb-2 text-fine text-muted wrap-anywhere">{size.sku}</span>
        <OrderBelowName {...order} />
      </th>
      {columns.map((name) => (
        <td key={name} className={`${cellClasses} figures whitespace-nowrap text-right`}>
          {joinUnits(getSizeValue(size, name))}
        </td>
      ))}
      <td className={`${cellClasses} whitespace-nowrap text-right`}>
        <PieceCount count={getSmallestOrder(size)} aligned />
      </td>
      <OrderCell {...order} />
    </tr>
  );
}
