import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { siteCopy } from '#src/shared/site-copy.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { Price } from '#src/shared/ui/price.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { Tool } from '../../tool/contract.ts';
import { getStockState } from '../../tool/stock-state.ts';
import { PieceCount, StockBadge } from '../../tool/ui/stock-badge.tsx';
import { type BasketButton, ToolAction } from '../../tool/ui/tool-action.tsx';
import { categoryCopy } from '../category-copy.ts';
import { getSpecificationValue, NO_VALUE } from '../specification-columns.ts';
import { toolsCopy } from '../tools-copy.ts';
import type { CategoryRow } from './category-row.ts';
import { toComparePath, toggleCompared, useComparedTools } from './compared-tools.ts';

const { compare: copy } = categoryCopy;

export type ComparedRow = CategoryRow & Pick<Tool, 'state'> & { fields: Readonly<Record<string, string>> };

/** Classes by the number of tools. Columns of a fixed width don't move while fonts load. */
const widths = ['min-w-68', 'min-w-108', 'min-w-148', 'min-w-188'];
const cell = 'border-line border-b px-3 py-2 align-top';
const head = `${cell} sticky left-0 z-1 w-28 bg-paper pl-0! sm:w-48 text-left text-fine font-semibold text-muted wrap-anywhere`;

/** Compares tools side by side: one column per tool, one row per property. Rows that differ are marked. */
export function CompareTable({ tools, BasketButton }: { tools: readonly ComparedRow[]; BasketButton: BasketButton }) {
  const labels = [...new Set(tools.flatMap(({ fields }) => Object.keys(fields)))];
  const names = [...new Set(tools.flatMap(({ specifications }) => specifications.map(({ name }) => name)))];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table is no set of fields
    <div
      role="group"
      aria-label={copy.table}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      className="relative overflow-x-auto"
    >
      <table className={`w-full table-fixed border-collapse text-left ${widths[tools.length - 1] ?? ''}`}>
        <caption className="sr-only">{copy.table}</caption>
        <thead>
          <tr>
            <th scope="col" className={head}>
              <span className="sr-only">{copy.row}</span>
            </th>
            {tools.map((tool) => (
              <ToolHead key={tool._id} tool={tool} tools={tools} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name={siteCopy.tool.price} tools={tools} toText={({ balance }) => String(balance)}>
            {(tool) => <Price amount={tool.balance} className="font-semibold" />}
          </Row>
          <Row name={siteCopy.tool.minimum} tools={tools} toText={(tool) => String(getSmallestOrder(tool))}>
            {(tool) => <PieceCount count={getSmallestOrder(tool)} />}
          </Row>
          <Row
            name={siteCopy.tool.stock}
            tools={tools}
            toText={(tool) => (isSold(tool) ? `${getStockState(tool)} ${tool.quantity}` : NO_VALUE)}
          >
            {(tool) => (isSold(tool) ? <StockBadge tool={tool} /> : NO_VALUE)}
          </Row>
          {names.map((name) => (
            <Row
              key={name}
              name={name}
              tools={tools}
              toText={({ specifications }) => getSpecificationValue(specifications, name)}
            />
          ))}
          {labels.map((label) => (
            <Row key={label} name={label} tools={tools} toText={({ fields }) => fields[label] ?? NO_VALUE} />
          ))}
          <tr>
            <th scope="row" className={head}>
              <span className="sr-only">{toolsCopy.action}</span>
            </th>
            {tools.map((tool) => (
              <td key={tool._id} className={cell}>
                <Actions tool={tool} BasketButton={BasketButton} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** The stock of a tool that is no longer sold says nothing to a buyer. */
const isSold = ({ state }: ComparedRow) => state === 'on_sale';

function ToolHead({ tool, tools }: { tool: ComparedRow; tools: readonly ComparedRow[] }) {
  const others = tools.filter(({ slug }) => slug !== tool.slug).map(({ slug }) => slug);
  const compared = useComparedTools();
  const chosen = compared.find(({ slug }) => slug === tool.slug);
  return (
    <th scope="col" id={getNameId(tool)} className={`${cell} font-normal`}>
      <ResponsiveImage
        src={tool.picture}
        alt=""
        sizes="(min-width: 64rem) 15rem, 10rem"
        className="aspect-4/3 w-full max-w-60 object-contain"
      />
      <Link
        to={`/tools/${tool.slug}`}
        className="inline-flex min-h-11 items-center font-bold leading-snug underline underline-offset-4 wrap-anywhere"
      >
        {joinUnits(tool.itemName)}
      </Link>
      <span className="figures block text-fine text-muted wrap-anywhere">{tool.sku}</span>
      <Link
        to={toComparePath(others)}
        aria-label={copy.remove(tool.itemName)}
        onClick={() => chosen && toggleCompared(chosen)}
        className="inline-flex min-h-11 items-center text-fine underline underline-offset-4"
      >
        {copy.takeAway}
      </Link>
    </th>
  );
}

function Row({
  name,
  tools,
  toText,
  children = (tool) => joinUnits(toText(tool)),
}: {
  name: string;
  tools: readonly ComparedRow[];
  /** Tools with different texts here differ in this row. */
  toText: (tool: ComparedRow) => string;
  children?: (tool: ComparedRow) => ReactNode;
}) {
  const differs = new Set(tools.map(toText)).size > 1;
  return (
    <tr className={differs ? 'bg-tint' : ''}>
      <th scope="row" className={`${head} ${differs ? 'border-l-2 border-l-signal bg-tint pl-2!' : ''}`}>
        {name}
        {differs && <span className="block font-normal">{copy.differs}</span>}
      </th>
      {tools.map((tool) => (
        <td key={tool._id} className={`${cell} wrap-anywhere`}>
          {children(tool)}
        </td>
      ))}
    </tr>
  );
}

function Actions({ tool, BasketButton }: { tool: ComparedRow; BasketButton: BasketButton }) {
  const isOut = !isSold(tool) || getStockState(tool) === 'out';
  const shared = { nameId: getNameId(tool), className: 'w-full px-3!' };
  return (
    <div className="grid max-w-60 gap-2">
      <ToolAction tool={tool} isOut={isOut} {...shared} />
      {!isOut && tool.smallestOrder !== undefined && (
        <BasketButton toolId={tool._id} quantity={tool.smallestOrder} {...shared} />
      )}
    </div>
  );
}

function getNameId({ _id }: { _id: string }): string {
  return `compared-${_id}`;
}
