import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Stands above the column; on a phone before the value. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for figures: right-aligned, tabular. */
  align?: 'start' | 'end';
  /** The cell that names its row; the first one of a card on a phone. */
  heading?: boolean;
  /** Text that people typed: it breaks anywhere rather than widen the table, and keeps a readable width. */
  typed?: boolean;
}

// Spelled out, since changing `display` takes them away in some browsers.
const roles = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** Rows under each other, dense enough to work in; on a phone every row is a card. `caption` names the table. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  return (
    <table {...roles.table} className="block w-full border-collapse text-left md:table">
      <caption className="sr-only">{caption}</caption>
      <thead {...roles.rows} className="sr-only md:not-sr-only md:table-header-group">
        <tr {...roles.row}>
          {columns.map(({ header, align }) => (
            <th
              key={header}
              {...roles.columnHeader}
              scope="col"
              className={`border-ink border-b px-3 py-2 text-fine font-semibold text-muted first:pl-0 last:pr-0 ${align === 'end' ? 'text-right' : ''}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.rows} className="block md:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...roles.row}
            className="mb-4 block border border-line px-4 py-3 md:mb-0 md:table-row md:border-0 md:border-b md:p-0"
          >
            {columns.map((column) => (
              <Cell key={column.header} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const place =
    'flex min-h-9 items-center justify-between gap-6 py-1 text-right md:table-cell md:px-3 md:py-2.5 md:align-middle md:first:pl-0 md:last:pr-0';
  const aligned = column.align === 'end' ? 'figures md:text-right' : 'md:text-left';
  const bounds = column.typed ? 'min-w-0 wrap-anywhere md:block md:min-w-40 md:max-w-72' : 'min-w-0';
  const label = (
    <span aria-hidden="true" className="shrink-0 font-normal font-sans text-fine tracking-normal text-muted md:hidden">
      {column.header}
    </span>
  );
  if (column.heading) {
    return (
      <th {...roles.rowHeader} scope="row" className={`${place} ${aligned} font-semibold`}>
        {label}
        <span className={bounds}>{column.cell(row)}</span>
      </th>
    );
  }
  return (
    <td {...roles.cell} className={`${place} ${aligned}`}>
      {label}
      <span className={bounds}>{column.cell(row)}</span>
    </td>
  );
}
