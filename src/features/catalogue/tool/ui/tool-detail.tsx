import type { ReactNode } from 'react';
import { formatCount } from '#src/shared/numbers.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { Price } from '#src/shared/ui/price.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { Tool } from '../contract.ts';
import { toolCopy } from '../copy.ts';
import { PieceCount, StockBadge } from './stock-badge.tsx';
import { ToolGallery } from './tool-gallery.tsx';

/**
 * A tool with a large image and its numbers. `children` are the actions, beside the image on wide screens and below it
 * on phones. There, `next` links to them and stays at the lower edge until they are in view.
 */
export function ToolDetail({ tool, next, children }: { tool: Tool; next?: ReactNode; children: ReactNode }) {
  return (
    <article className="frame grid gap-x-12 gap-y-8 pt-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr] lg:pt-12">
      <header className="grid gap-4 border-ink border-b pb-6 max-lg:col-start-1 max-lg:row-start-2 lg:col-start-2">
        <h1 className="text-head font-bold tracking-tight wrap-anywhere">{joinUnits(tool.itemName)}</h1>
        <p className="-mt-2 text-fine text-muted">
          {toolCopy.sku} <span className="figures wrap-anywhere">{tool.sku}</span>
        </p>
        {tool.state === 'archived' && <p className="font-semibold text-bad">{toolCopy.noLonger.title}</p>}
        <p className="max-w-prose whitespace-pre-line text-lead text-muted wrap-anywhere">{joinUnits(tool.about)}</p>
      </header>
      {/* On wide screens, all of it is one column. On phones, the image is above the name and the numbers are
           below it. */}
      <div className="contents lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:block">
        <div className="border border-line max-lg:col-start-1 max-lg:row-start-1">
          <ToolGallery tool={tool} />
        </div>
        <dl className={`max-lg:col-start-1 max-lg:row-start-3 lg:mt-6 ${next ? 'max-lg:pb-20' : ''}`}>
          <NumberLine name={siteCopy.tool.price}>
            <Price amount={tool.balance} unit={siteCopy.tool.each} className="font-semibold" />
          </NumberLine>
          <NumberLine name={siteCopy.tool.minimum}>
            <PieceCount count={getSmallestOrder(tool)} aligned />
          </NumberLine>
          {tool.packMultiple > 1 && (
            <NumberLine name={toolCopy.pack}>
              <PieceCount count={tool.packMultiple} aligned />
            </NumberLine>
          )}
          {tool.maxOrderQuantity !== null && (
            <NumberLine name={toolCopy.maximum}>
              <PieceCount count={tool.maxOrderQuantity} aligned />
            </NumberLine>
          )}
          {tool.volumePrices.map(({ quantity, unitPrice }) => (
            <NumberLine key={quantity} name={toolCopy.from(formatCount(quantity))}>
              <Price amount={unitPrice} unit={siteCopy.tool.each} />
            </NumberLine>
          ))}
          <NumberLine name={siteCopy.tool.stock}>
            <StockBadge tool={tool} aligned />
          </NumberLine>
        </dl>
      </div>
      {next && (
        <div className="sticky bottom-0 z-10 -mx-4 self-end bg-paper px-4 max-lg:col-start-1 max-lg:row-start-1 max-lg:row-end-4 lg:hidden">
          {next}
        </div>
      )}
      <div className="grid min-w-0 content-start gap-8 max-lg:col-start-1 max-lg:row-start-4 lg:col-start-2">
        {children}
      </div>
    </article>
  );
}

function NumberLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 border-line border-b py-2.5">
      <dt>{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}
