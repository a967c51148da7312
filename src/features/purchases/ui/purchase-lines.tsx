import { formatPieces } from '#src/shared/format-pieces.ts';
import { centsToDecimal, decimalToCents } from '#src/shared/money.ts';
import { FoldedList } from '#src/shared/ui/folded-list.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { ImageLink, ToolLink } from '#src/shared/ui/tool-link.tsx';
import { joinUnits } from '#src/shared/units.ts';
import { purchaseCopy as copy } from '../copy.ts';

export interface ShownLine {
  _id: string;
  toolId: string;
  itemName: string;
  img: string;
  quantity: number;
  unitPrice: number;
  price: string;
  shippedQuantity: number;
  refundedQuantity: number;
}

interface PurchaseLinesProps {
  lines: readonly ShownLine[];
  /** As decimal strings. `refunded` is null if nothing was refunded. */
  total: string;
  refunded: string | null;
  /** Whether a long list is folded, because a form follows below. */
  folds?: boolean;
}

/** The lines of a purchase as on an invoice, with their total. */
export function PurchaseLines({ lines, total, refunded, folds = false }: PurchaseLinesProps) {
  const entries = lines.map((line) => <LineEntry key={line._id} line={line} />);
  return (
    <div>
      {folds ? <FoldedList label={copy.lines} items={entries} /> : <ul aria-label={copy.lines}>{entries}</ul>}
      <dl className="ml-auto grid max-w-sm gap-2 py-4">
        <Sum name={copy.total} amount={total} isLast={refunded === null} />
        {refunded !== null && (
          <>
            <Sum name={copy.refunded} amount={`-${refunded}`} />
            <Sum name={copy.paidAfterRefunds} amount={subtract(total, refunded)} isLast />
          </>
        )}
      </dl>
    </div>
  );
}

function LineEntry({ line }: { line: ShownLine }) {
  const { shippedQuantity, refundedQuantity, quantity } = line;
  const notes = [
    shippedQuantity > 0 && copy.shippedPieces(shippedQuantity, quantity),
    refundedQuantity > 0 && copy.refundedPieces(refundedQuantity),
  ].filter(Boolean);
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] items-start gap-x-4 gap-y-2 border-line border-b py-4 sm:grid-cols-[5rem_minmax(0,1fr)_auto] sm:gap-x-6">
      <ImageLink to={`/tools/${line.toolId}`} className="max-sm:row-span-2">
        <ResponsiveImage
          src={line.img}
          alt=""
          sizes="(min-width: 40rem) 5rem, 4rem"
          className="aspect-4/3 w-full border border-line object-contain"
        />
      </ImageLink>
      <div className="min-w-0">
        <p className="font-semibold leading-snug wrap-anywhere">
          <ToolLink toolId={line.toolId} className="-my-3 inline-block py-3">
            {joinUnits(line.itemName)}
          </ToolLink>
        </p>
        {notes.length > 0 && <p className="text-fine text-muted">{notes.join(', ')}</p>}
      </div>
      <p className="flex items-baseline justify-between gap-x-6 max-sm:col-start-2 sm:block sm:text-right">
        <span className="text-fine text-muted sm:block">
          <span className="figures whitespace-nowrap">{formatPieces(quantity)}</span> ×{' '}
          <Price amount={line.unitPrice} />
        </span>{' '}
        <Price amount={line.price} className="font-semibold" />
      </p>
    </li>
  );
}

function Sum({ name, amount, isLast = false }: { name: string; amount: string; isLast?: boolean }) {
  return (
    <div className={`flex items-baseline justify-between gap-6 ${isLast ? 'border-ink border-t pt-2' : ''}`}>
      <dt className={isLast ? 'font-semibold' : ''}>{name}</dt>
      <dd>
        <Price amount={amount} className={isLast ? 'font-semibold text-lead' : ''} />
      </dd>
    </div>
  );
}

function subtract(total: string, refunded: string): string {
  return centsToDecimal((decimalToCents(total) ?? 0) - (decimalToCents(refunded) ?? 0));
}
