import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { getShownWidth } from '#src/shared/image-url.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { Price } from '#src/shared/ui/price.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { truncate } from '#src/shared/ui/truncate.ts';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import { joinUnits } from '#src/shared/units.ts';
import type { Tool } from '../contract.ts';
import { PieceCount } from './stock-badge.tsx';
import { type BasketButton, ToolAction } from './tool-action.tsx';

const MAX_ABOUT_LENGTH = 80;

/** What a card shows of a tool. A number that is still unknown is null. */
export interface ToolCardData extends Pick<Tool, '_id' | 'slug' | 'itemName' | 'about' | 'picture'> {
  /** Absent if it is not known yet. */
  sku?: string;
  balance: number | null;
  quantity: number | null;
  minOrderQuantity: number | null;
  packMultiple: number;
  /** What the button adds to the basket. Absent while the tool is a draft. */
  smallestOrder?: number;
  /** `about` was truncated. */
  more: boolean;
}

/** Truncates an `about` to the length that a card shows. */
export function truncateAbout(about: string): Pick<ToolCardData, 'about' | 'more'> {
  const { text, more } = truncate(about, MAX_ABOUT_LENGTH);
  return { about: text, more };
}

/** A tool of the catalog as a card. The whole card links to the tool's page; its button links to the action there. */
export function ToolCard({ tool, BasketButton }: { tool: ToolCardData; BasketButton?: BasketButton }) {
  const nameId = useId();
  const path = `/tools/${tool.slug}`;
  const { balance, quantity, packMultiple } = tool;
  const minimum =
    tool.minOrderQuantity === null ? null : getSmallestOrder({ minOrderQuantity: tool.minOrderQuantity, packMultiple });
  const out = quantity !== null && minimum !== null && quantity < minimum;
  return (
    <article className="group relative flex h-full flex-col">
      <ResponsiveImage
        src={tool.picture}
        alt=""
        sizes={getSizes(tool.picture)}
        className="aspect-4/3 w-full object-contain"
      />
      <div className="flex flex-1 flex-col border-line border-t px-2 py-5 sm:px-5 transition-colors group-hover:bg-sheet">
        <h3 id={nameId} className="font-bold text-lead leading-snug tracking-tight wrap-anywhere">
          <Link to={path} prefetch={usePrefetch(path)} className="no-underline after:absolute after:inset-0">
            {joinUnits(tool.itemName)}
          </Link>
        </h3>
        {tool.sku && <span className="figures text-fine text-muted wrap-anywhere">{tool.sku}</span>}
        <p className={`mt-1.5 text-muted wrap-anywhere ${tool.more ? 'ellipsis' : ''}`}>{joinUnits(tool.about)}</p>
        <dl className="mt-auto mb-5 grid gap-1.5 pt-4">
          <PriceLine name={siteCopy.tool.price}>
            {balance === null ? (
              siteCopy.tool.unknown
            ) : (
              <Price amount={balance} unit={siteCopy.tool.each} className="font-semibold" />
            )}
          </PriceLine>
          <PriceLine name={siteCopy.tool.minimum}>
            {minimum === null ? siteCopy.tool.unknown : <PieceCount count={minimum} aligned />}
          </PriceLine>
          <PriceLine name={siteCopy.tool.stock}>
            {out ? (
              <span className="font-semibold text-bad">{siteCopy.tool.out}</span>
            ) : quantity === null ? (
              siteCopy.tool.unknown
            ) : (
              <PieceCount count={quantity} aligned />
            )}
          </PriceLine>
        </dl>
        <div className="relative z-1 flex flex-wrap gap-2 *:grow">
          <ToolAction tool={tool} isOut={out} nameId={nameId} />
          {BasketButton && !out && tool.smallestOrder !== undefined && (
            <BasketButton toolId={tool._id} quantity={tool.smallestOrder} nameId={nameId} />
          )}
        </div>
      </div>
    </article>
  );
}

/** Three cards in a row of 90rem, then two, then one. A tall image is narrower than its box. */
function getSizes(picture: string): string {
  const width = getShownWidth(picture, 4 / 3);
  const of = (length: number) => Math.round(length * width * 10) / 10;
  return `(min-width: 90rem) ${of(441)}px, (min-width: 64rem) ${of(30.7)}vw, (min-width: 40rem) ${of(46)}vw, min(${of(92)}vw, ${of(100)}vw - ${of(2)}rem)`;
}

/** A line of a price list: the term, a dotted leader, the number. */
function PriceLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-fine text-muted">{name}</dt>
      <span aria-hidden="true" className="min-w-4 flex-1 border-edge border-b border-dotted" />
      <dd>{children}</dd>
    </div>
  );
}
