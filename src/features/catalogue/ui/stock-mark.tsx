import { site } from '#src/shared/site-messages.ts';
import type { Tool } from '../contract.ts';
import { stockStateOf } from '../rules.ts';

/** What is on the shelf, with a word where that is little or too little to order. */
export function StockMark({
  tool,
  aligned = false,
}: {
  tool: Pick<Tool, 'quantity' | 'minOrderQuantity'>;
  aligned?: boolean;
}) {
  const state = stockStateOf(tool);
  return (
    <>
      {state !== 'out' && <Pieces count={tool.quantity} aligned={aligned} />}
      {state !== 'available' && (
        <span
          className={`block whitespace-nowrap font-sans text-fine tracking-normal ${state === 'out' ? 'font-semibold text-bad' : 'text-muted'}`}
        >
          {state === 'out' ? site.tool.out : site.tool.few}
        </span>
      )}
    </>
  );
}

/** A number of pieces with its unit. `aligned`, its figures stand under those of a price with its own. */
export function Pieces({ count, aligned = false }: { count: number; aligned?: boolean }) {
  return (
    <span className="figures whitespace-nowrap">
      {count.toLocaleString('en-US')}{' '}
      <span
        className={`font-sans text-fine text-muted tracking-normal ${aligned ? 'inline-block min-w-9 text-left' : ''}`}
      >
        {site.tool.pieces}
      </span>
    </span>
  );
}
