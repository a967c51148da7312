import type { ReactNode } from 'react';
import { decimalToMinor, formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { Price } from '#src/shared/ui/price.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { Tool } from '../contract.ts';
import { toolCopy } from '../copy.ts';
import { getStockState } from '../stock-state.ts';
import { PieceCount, StockBadge } from './stock-badge.tsx';
import { ToolDocuments } from './tool-documents.tsx';
import { ToolGallery } from './tool-gallery.tsx';
import { ToolSpecification } from './tool-specification.tsx';

/**
 * A tool with everything that is needed to buy it in one block: name, SKU, prices, terms, stock, and `children`, which
 * are the actions. `priceNote` says what its prices include and what is added. On wide screens, the block is at the right of the pictures and the description; on phones, it is
 * between them.
 */
export function ToolDetail({
  tool,
  priceNote = null,
  children,
}: {
  tool: Tool;
  priceNote?: string | null | undefined;
  children: ReactNode;
}) {
  return (
    <article className="frame grid gap-x-12 pt-1 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:pt-6">
      {/* On wide screens, these are the right column, and the others are the left one. */}
      <div className="contents lg:col-start-2 lg:row-start-1 lg:block">
        <header className="max-lg:row-start-1">
          <h1 className="text-title font-bold tracking-tight wrap-anywhere lg:text-head">{joinUnits(tool.itemName)}</h1>
          <p className="mt-1 text-fine text-muted">
            {toolCopy.sku} <span className="figures wrap-anywhere">{tool.sku}</span>
          </p>
          {tool.state === 'archived' && <p className="mt-2 font-semibold text-bad">{toolCopy.noLonger.title}</p>}
        </header>
        <div className="grid min-w-0 content-start gap-4 max-lg:row-start-3">
          <Terms tool={tool} priceNote={priceNote} />
          {children}
        </div>
      </div>
      <div className="contents lg:col-start-1 lg:row-start-1 lg:block">
        <div className="mt-3 min-w-0 border border-line max-lg:row-start-2 lg:mt-0">
          <ToolGallery tool={tool} />
        </div>
        <div className="mt-8 grid min-w-0 gap-10 max-lg:row-start-4">
          <p className="max-w-prose whitespace-pre-line text-lead text-muted wrap-anywhere">{joinUnits(tool.about)}</p>
          <ToolSpecification tool={tool} />
          <ToolDocuments documents={tool.documents} />
        </div>
      </div>
    </article>
  );
}

/** The prices of a tool, each volume price with what it saves, and its other terms in a line that wraps. */
function Terms({ tool, priceNote }: { tool: Tool; priceNote: string | null }) {
  return (
    <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-1 border-ink border-b pt-3 pb-3 text-fine lg:pt-5 lg:pb-4">
      <div className="basis-full">
        <dt className="sr-only">{siteCopy.tool.price}</dt>
        <dd>
          <Price amount={tool.balance} unit={siteCopy.tool.each} className="text-title font-semibold" />
          {priceNote && <p className="text-muted">{priceNote}</p>}
        </dd>
      </div>
      {tool.volumePrices.map(({ quantity, unitPrice }) => (
        <div
          key={quantity}
          className="flex basis-full items-baseline justify-between gap-4 border-line border-b py-0.5"
        >
          <dt>{toolCopy.from(formatCount(quantity))}</dt>
          <dd className="flex flex-wrap items-baseline justify-end gap-x-3">
            <span translate="no" className="text-good">
              {toolCopy.saves(formatMoney(getSavingMinor(tool, { quantity, unitPrice })))}
            </span>{' '}
            <Price amount={unitPrice} unit={siteCopy.tool.each} />
          </dd>
        </div>
      ))}
      <Term name={siteCopy.tool.minimum}>
        <PieceCount count={getSmallestOrder(tool)} />
      </Term>
      {tool.packMultiple > 1 && (
        <Term name={toolCopy.pack}>
          <PieceCount count={tool.packMultiple} />
        </Term>
      )}
      {tool.maxOrderQuantity !== null && (
        <Term name={toolCopy.maximum}>
          <PieceCount count={tool.maxOrderQuantity} />
        </Term>
      )}
      {/* Pieces that are too few to order are not 'Out of stock'; the sentence below says why they cannot be ordered. */}
      {tool.state !== 'archived' && (
        <Term name={tool.quantity > 0 ? siteCopy.tool.stock : toolCopy.stock}>
          {tool.quantity > 0 && getStockState(tool) === 'out' ? (
            <PieceCount count={tool.quantity} />
          ) : (
            <StockBadge tool={tool} />
          )}
        </Term>
      )}
    </dl>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="flex items-baseline gap-1.5">{children}</dd>
    </div>
  );
}

/** What the smallest quantity at a volume price costs less than at the unit price, in minor units. */
function getSavingMinor({ balance }: Tool, { quantity, unitPrice }: Tool['volumePrices'][number]): number {
  return quantity * ((decimalToMinor(balance) ?? 0) - (decimalToMinor(unitPrice) ?? 0));
}
