import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { siteCopy } from '#src/shared/site-copy.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { buttonClasses } from '#src/shared/ui/button.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { useHydrated } from '#src/shared/ui/use-hydrated.ts';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import { joinUnits } from '#src/shared/units.ts';
import { categoryCopy as copy } from '../category-copy.ts';
import { type CategoryParams, type CategorySort, formatCategoryParams } from '../category-params.ts';
import { getSpecificationValue } from '../specification-columns.ts';
import { getStockState } from '../stock-state.ts';
import { toolsCopy } from '../tools-copy.ts';
import type { CategoryRow } from './category-row.ts';
import { CompareTray } from './compare-tray.tsx';
import { toggleCompared, useComparedTools } from './compared-tools.ts';
import { PieceCount, StockBadge } from './stock-badge.tsx';
import type { BasketButton } from './tool-action.tsx';

const cell = 'px-3 py-1 first:pl-0 last:pr-0';

/** Tools as rows of a dense table, in the columns that they share. Its form leads to the comparison, also without script. */
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
      {/* biome-ignore lint/a11y/useSemanticElements: a table is no set of fields */}
      <div
        role="group"
        aria-label={copy.table}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="relative overflow-x-auto"
      >
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">{copy.table}</caption>
          <thead className="border-ink border-b text-fine text-muted">
            <tr>
              <th scope="col" className={`${cell} w-0 font-semibold`}>
                <span className="sr-only">{copy.compare.choose}</span>
              </th>
              <SortHeader path={path} params={params} sort="name">
                {copy.tool}
              </SortHeader>
              {columns.map((name) => (
                <th key={name} scope="col" className={`${cell} min-w-24 font-semibold`}>
                  {name}
                </th>
              ))}
              <SortHeader path={path} params={params} sort="minimum" isNumber>
                {siteCopy.tool.minimum}
              </SortHeader>
              <th scope="col" className={`${cell} text-right font-semibold`}>
                {siteCopy.tool.stock}
              </th>
              <SortHeader path={path} params={params} sort="price" isNumber>
                {siteCopy.tool.price}
              </SortHeader>
              <th scope="col" className={`not-for-admins noscript:hidden ${cell}`}>
                <span className="sr-only">{toolsCopy.action}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ToolRow key={row._id} row={row} columns={columns} onFull={setFull} BasketButton={BasketButton} />
            ))}
          </tbody>
        </table>
      </div>
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
  isNumber = false,
  children,
}: {
  path: string;
  params: CategoryParams;
  sort: CategorySort;
  isNumber?: boolean;
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
      className={`${cell} font-semibold ${isNumber ? 'text-right' : ''}`}
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
  return (
    <tr className="border-line border-b">
      <td className={cell}>
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
      <th scope="row" id={nameId} className={`${cell} min-w-44 font-normal`}>
        <Link
          to={path}
          prefetch={usePrefetch(path, { inView: false })}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {joinUnits(row.itemName)}
        </Link>
        <span className="figures block pb-1 text-fine text-muted wrap-anywhere">{row.sku}</span>
      </th>
      {columns.map((name) => (
        <td key={name} className={`${cell} max-w-56 wrap-anywhere`}>
          {joinUnits(getSpecificationValue(row.specifications, name))}
        </td>
      ))}
      <td className={`${cell} whitespace-nowrap text-right`}>
        <PieceCount count={getSmallestOrder(row)} />
      </td>
      <td className={`${cell} whitespace-nowrap text-right`}>
        <StockBadge tool={row} />
      </td>
      <td className={`${cell} whitespace-nowrap text-right`}>
        <Price amount={row.balance} />
      </td>
      <td className={`not-for-admins noscript:hidden ${cell} w-0 text-right`}>
        {getStockState(row) !== 'out' && row.smallestOrder !== undefined && (
          <BasketButton
            toolId={row._id}
            quantity={row.smallestOrder}
            nameId={nameId}
            className="whitespace-nowrap px-3!"
          />
        )}
      </td>
    </tr>
  );
}
