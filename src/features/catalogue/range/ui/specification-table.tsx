import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { siteCopy } from '#src/shared/site-copy.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { buttonClasses } from '#src/shared/ui/button.tsx';
import { useHydrated } from '#src/shared/ui/use-hydrated.ts';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import { joinUnits } from '#src/shared/units.ts';
import { getStockState } from '../../tool/stock-state.ts';
import { PieceCount, StockBadge } from '../../tool/ui/stock-badge.tsx';
import type { BasketButton } from '../../tool/ui/tool-action.tsx';
import {
  cellClasses,
  headRowClasses,
  nameClasses,
  OrderBelowName,
  OrderCell,
  orderClasses,
  rowClasses,
  WideTable,
} from '../../tool/ui/wide-table.tsx';
import { categoryCopy as copy } from '../category-copy.ts';
import { type CategoryParams, type CategorySort, formatCategoryParams } from '../category-params.ts';
import { getSpecificationValue } from '../specification-columns.ts';
import type { CategoryRow } from './category-row.ts';
import { CompareTray } from './compare-tray.tsx';
import { toggleCompared, useComparedTools } from './compared-tools.ts';

// On phones only the column of the name, which comes next, stays in sight.
const choiceClasses = 'w-11 border-inherit border-b sm:sticky sm:left-0 sm:z-1 sm:bg-inherit';
const nameCellClasses = `${nameClasses} sm:[--pinned-after:2.75rem]`;

/**
 * Tools as rows of a dense table, with columns for the specifications they share. Its form leads to the comparison,
 * even without script.
 */
export function SpecificationTable({
  path,
  params,
  rows,
  columns,
  BasketButton,
}: {
  path: string;
  params: CategoryParams;
  rows: readonly CategoryRow[];
  columns: readonly string[];
  BasketButton: BasketButton;
}) {
  const hydrated = useHydrated();
  const [isFull, setFull] = useState(false);
  return (
    <form method="get" action="/compare">
      <WideTable label={copy.table} caption={copy.table}>
        <thead>
          <tr className={headRowClasses}>
            <th scope="col" className={choiceClasses}>
              <span className="sr-only">{copy.compare.choose}</span>
            </th>
            <SortHeader path={path} params={params} sort="name" className={nameCellClasses}>
              {copy.tool}
            </SortHeader>
            {columns.map((name) => (
              <th key={name} scope="col" className={`${cellClasses} min-w-22 font-semibold`}>
                {name}
              </th>
            ))}
            <SortHeader path={path} params={params} sort="minimum" className={`${cellClasses} text-right`}>
              {siteCopy.tool.minimum}
            </SortHeader>
            <th scope="col" className={`${cellClasses} text-right font-semibold`}>
              {siteCopy.tool.stock}
            </th>
            <SortHeader path={path} params={params} sort="price" className={orderClasses}>
              {siteCopy.tool.price}
            </SortHeader>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ToolRow key={row._id} row={row} columns={columns} onFull={setFull} BasketButton={BasketButton} />
          ))}
        </tbody>
      </WideTable>
      {hydrated ? (
        <CompareTray isFull={isFull} />
      ) : (
        <button type="submit" className={buttonClasses('secondary', 'mt-6 max-sm:w-full')}>
          {copy.compare.submit}
        </button>
      )}
    </form>
  );
}

function SortHeader({
  path,
  params,
  sort,
  className,
  children,
}: {
  path: string;
  params: CategoryParams;
  sort: CategorySort;
  className: string;
  children: ReactNode;
}) {
  const reverse = `-${sort}`;
  const isUp = params.sort === sort;
  const isDown = params.sort === reverse;
  const next = isUp && Object.hasOwn(copy.sorts, reverse) ? (reverse as CategorySort) : sort;
  return (
    <th
      scope="col"
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
      className={`${className} font-semibold`}
    >
      <Link
        to={path + formatCategoryParams(params, { sort: next })}
        preventScrollReset
        className="inline-flex min-h-11 min-w-11 items-center gap-1 underline underline-offset-4"
      >
        {children}
        {(isUp || isDown) && <span aria-hidden="true">{isUp ? '↑' : '↓'}</span>}
      </Link>
    </th>
  );
}

function ToolRow({
  row,
  columns,
  onFull,
  BasketButton,
}: {
  row: CategoryRow;
  columns: readonly string[];
  onFull: (isFull: boolean) => void;
  BasketButton: BasketButton;
}) {
  const hydrated = useHydrated();
  const compared = useComparedTools();
  const path = `/tools/${row.slug}`;
  const nameId = `tool-${row._id}`;
  const choice = hydrated
    ? {
        checked: compared.some(({ slug }) => slug === row.slug),
        onChange: () => onFull(!toggleCompared({ slug: row.slug, name: row.itemName })),
      }
    : {};
  const order = {
    toolId: row._id,
    price: row.balance,
    quantity: getStockState(row) === 'out' ? undefined : row.smallestOrder,
    nameId,
    BasketButton,
  };
  return (
    <tr className={rowClasses}>
      <td className={choiceClasses}>
        <label className="flex size-11 items-center justify-center">
          <input
            type="checkbox"
            name="tools"
            value={row.slug}
            aria-label={copy.compare.chooseTool(row.itemName)}
            className="size-5 accent-signal"
            {...choice}
          />
        </label>
      </td>
      <th scope="row" abbr={row.itemName} className={nameCellClasses}>
        <Link
          id={nameId}
          to={path}
          prefetch={usePrefetch(path, { inView: false })}
          className="inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere"
        >
          {joinUnits(row.itemName)}
        </Link>
        <span className="figures block pb-1 text-fine text-muted wrap-anywhere">{row.sku}</span>
        <OrderBelowName {...order} />
      </th>
      {columns.map((name) => (
        <td key={name} className={`${cellClasses} max-w-56 wrap-anywhere`}>
          {joinUnits(getSpecificationValue(row.specifications, name))}
        </td>
      ))}
      <td className={`${cellClasses} whitespace-nowrap text-right`}>
        <PieceCount count={getSmallestOrder(row)} />
      </td>
      <td className={`${cellClasses} whitespace-nowrap text-right`}>
        <StockBadge tool={row} />
      </td>
      <OrderCell {...order} />
    </tr>
  );
}
