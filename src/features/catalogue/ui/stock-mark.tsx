import { site } from '#src/shared/site-messages.ts';
import type { Tool } from '../contract.ts';
import { stockStateOf } from '../rules.ts';

/** What is on the shelf, with a word where that is little or too little to order. */
export function StockMark({ tool }: { tool: Pick<Tool, 'quantity' | 'minOrderQuantity'> }) {
  const state = stockStateOf(tool);
  return (
    <>
      {state !== 'out' && <Pieces count={tool.quantity} />}
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

/** A number of pieces with its unit. */
export function Pieces({ count }: { count: number }) {
  return (
    <span className="figures whitespace-nowrap">
      {count.toLocaleString('en-US')}{' '}
      <span className="font-sans text-fine text-muted tracking-normal">{site.tool.pieces}</span>
    </span>
  );
}
