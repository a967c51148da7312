import { formatCount } from '#src/shared/numbers.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import type { Tool } from '../contract.ts';
import { getStockState } from '../stock-state.ts';

/** The stock of a tool, with a note if it is low or out. */
export function StockBadge({
  tool,
  aligned = false,
}: {
  tool: Pick<Tool, 'quantity' | 'minOrderQuantity' | 'packMultiple'>;
  aligned?: boolean;
}) {
  const state = getStockState(tool);
  return (
    <>
      {state !== 'out' && <PieceCount count={tool.quantity} aligned={aligned} />}
      {state !== 'available' && (
        <span
          className={`block whitespace-nowrap font-sans text-fine tracking-normal ${state === 'out' ? 'font-semibold text-bad' : 'text-muted'}`}
        >
          {state === 'out' ? siteCopy.tool.out : siteCopy.tool.few}
        </span>
      )}
    </>
  );
}

/** A number of pieces with its unit. `aligned` puts its digits under those of a price. */
export function PieceCount({ count, aligned = false }: { count: number; aligned?: boolean }) {
  return (
    <span className="figures whitespace-nowrap">
      {formatCount(count)}{' '}
      <span
        className={`font-sans text-fine text-muted tracking-normal ${aligned ? 'inline-block min-w-9 text-left' : ''}`}
      >
        {count === 1 ? 'pc' : 'pcs'}
      </span>
    </span>
  );
}
