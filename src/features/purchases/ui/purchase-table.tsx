import type { ReactNode } from 'react';
import { formatPieces } from '#src/shared/format-pieces.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { WireTax, WireTotals } from '#src/shared/totals/purchase-charges.ts';
import { Price } from '#src/shared/ui/price.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { tableRoles } from '#src/shared/ui/table.tsx';
import { ImageLink, ToolLink } from '#src/shared/ui/tool-link.tsx';
import { joinUnits } from '#src/shared/units.ts';
import { purchaseCopy as copy } from '../copy.ts';
import { PurchaseSums } from './purchase-sums.tsx';

interface TableLine {
  _id: string;
  toolId: string;
  itemName: string;
  sku: string;
  img: string;
  quantity: number;
  unitPrice: number;
  price: string;
  shippedQuantity: number;
  refundedQuantity: number;
}

interface PurchaseTableProps<Line extends TableLine> {
  purchase: {
    lines: readonly Line[];
    total: string;
    refunded: string | null;
    totals: WireTotals;
    taxes: readonly WireTax[];
    pricesInclude: 'net' | 'gross' | null;
  };
  /** How many pieces of a line are still to come. */
  countOpen: (line: Line) => number;
}

/**
 * The lines of a purchase with what became of their pieces, and its total. On a phone, each line is two or three rows
 * of text, without the zeros.
 */
export function PurchaseTable<Line extends TableLine>({ purchase, countOpen }: PurchaseTableProps<Line>) {
  const { lines, total, refunded, totals, taxes, pricesInclude } = purchase;
  const { columns } = copy;
  const pieces = [
    { header: columns.shipped, count: (line: Line) => line.shippedQuantity },
    { header: columns.open, count: countOpen },
    { header: columns.refunded, count: (line: Line) => line.refundedQuantity },
  ];
  return (
    <div>
      <table {...tableRoles.table} className="block w-full border-collapse text-left md:table">
        <caption className="sr-only">{copy.lines}</caption>
        <thead {...tableRoles.rows} className="sr-only md:not-sr-only md:table-header-group">
          <tr {...tableRoles.row}>
            <Header>{columns.item}</Header>
            <Header isNumber>{columns.ordered}</Header>
            {pieces.map(({ header }) => (
              <Header key={header} isNumber>
                {header}
              </Header>
            ))}
            <Header isNumber>{columns.unitPrice}</Header>
            <Header isNumber>{columns.total}</Header>
          </tr>
        </thead>
        <tbody {...tableRoles.rows} className="block md:table-row-group">
          {lines.map((line) => (
            <tr
              key={line._id}
              {...tableRoles.row}
              className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-line border-b py-3 md:table-row"
            >
              <th {...tableRoles.rowHeader} scope="row" className="w-full font-semibold md:py-2.5">
                <LineName line={line} />
              </th>
              <Cell label={columns.ordered}>{formatPieces(line.quantity)}</Cell>
              {pieces.map(({ header, count }) => (
                <Cell key={header} label={header} isFaint={count(line) === 0}>
                  {formatCount(count(line))}
                </Cell>
              ))}
              <Cell label={columns.each}>
                <Price amount={line.unitPrice} />
              </Cell>
              <Cell isLast>
                <Price amount={line.price} className="font-semibold" />
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
      <PurchaseSums total={total} refunded={refunded} totals={totals} taxes={taxes} pricesInclude={pricesInclude} />
    </div>
  );
}

function LineName({ line: { toolId, img, itemName, sku } }: { line: TableLine }) {
  return (
    <div className="flex items-center gap-3">
      <ImageLink to={`/tools/${toolId}`} className="shrink-0">
        <ResponsiveImage
          src={img}
          alt=""
          sizes="2.75rem"
          className="aspect-4/3 w-11 border border-line object-contain"
        />
      </ImageLink>
      <div className="min-w-0 wrap-anywhere">
        <ToolLink toolId={toolId} className="-my-2 inline-block py-2 leading-snug">
          {joinUnits(itemName)}
        </ToolLink>
        {sku && <div className="figures font-normal text-fine text-muted">{sku}</div>}
      </div>
    </div>
  );
}

function Header({ isNumber = false, children }: { isNumber?: boolean; children: ReactNode }) {
  return (
    <th
      {...tableRoles.columnHeader}
      scope="col"
      className={`whitespace-nowrap border-ink border-b px-2 py-2 text-fine font-semibold text-muted first:pl-0 last:pr-0 ${isNumber ? 'text-right' : ''}`}
    >
      {children}
    </th>
  );
}

interface CellProps {
  /** Shown before the value on a phone, where there are no column headers. */
  label?: string;
  isFaint?: boolean;
  isLast?: boolean;
  children: ReactNode;
}

function Cell({ label, isFaint = false, isLast = false, children }: CellProps) {
  return (
    <td
      {...tableRoles.cell}
      className={`figures whitespace-nowrap text-fine md:px-2 md:py-2.5 md:last:pr-0 md:text-right ${isLast ? 'ml-auto' : ''} ${isFaint ? 'text-muted max-md:hidden' : ''}`}
    >
      {label && (
        <span aria-hidden="true" className="font-sans tracking-normal text-muted md:hidden">
          {label}{' '}
        </span>
      )}
      {children}
    </td>
  );
}
