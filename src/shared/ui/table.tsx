import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Icon } from './icon.tsx';

export interface Column<Row> {
  /** Stands above the column; in a card before the value. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for figures: right-aligned, tabular. */
  align?: 'start' | 'end';
  /** The cell that names its row; the first one of a card. */
  rowHeader?: boolean;
  /**
   * Classes for its width; columns without one share the rest. Where any column has one, the widths do not follow what
   * is in the rows, so that nothing moves sideways while they change.
   */
  width?: string;
  /** The key this column is sorted by; `-` before it when the first thing people want is the other way round. */
  sort?: string;
  /** In a card it takes the whole width, without its header before it. */
  fullWidth?: boolean;
  /** Text that people typed: it breaks anywhere rather than widen the table, and keeps a readable width. */
  userText?: boolean;
}

/** The order the rows are in, and where another one leads. */
export interface TableSort {
  sort: string;
  link: (sort: string) => LinkProps;
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

/** Where rows stop being cards: on a tablet, or where there is room for many columns. Between, cards stand in twos. */
const layouts = {
  narrow: {
    table: 'md:table',
    head: 'md:not-sr-only md:table-header-group',
    phone: 'md:hidden',
    link: 'md:inline-flex',
    body: 'md:table-row-group',
    row: 'md:mb-0 md:table-row md:border-0 md:border-b md:p-0',
    cell: 'md:table-cell md:px-3 md:py-2.5 md:align-middle md:first:pl-0 md:last:pr-0',
    start: 'md:text-left',
    end: 'md:text-right',
    typed: 'md:block md:min-w-40 md:max-w-72',
  },
  wide: {
    table: 'xl:table',
    head: 'xl:not-sr-only xl:table-header-group',
    phone: 'xl:hidden',
    link: 'xl:inline-flex',
    body: 'md:grid md:grid-cols-2 md:items-start md:gap-x-4 xl:table-row-group',
    row: 'xl:mb-0 xl:table-row xl:border-0 xl:border-b xl:p-0',
    cell: 'xl:table-cell xl:px-3 xl:py-2.5 xl:align-middle xl:first:pl-0 xl:last:pr-0',
    start: 'xl:text-left',
    end: 'xl:text-right',
    typed: 'xl:block xl:min-w-40 xl:max-w-72',
  },
} as const;

type Layout = (typeof layouts)[keyof typeof layouts];

/**
 * Rows under each other, dense enough to work in; where that has no room every row is a card. `caption` names the
 * table; one of many columns is `wide`.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  order,
  wide = false,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  order?: TableSort;
  wide?: boolean;
}) {
  const layout = layouts[wide ? 'wide' : 'narrow'];
  const fixed = columns.some(({ width }) => width) ? 'table-fixed' : '';
  return (
    <table {...roles.table} className={`block w-full border-collapse text-left ${fixed} ${layout.table}`}>
      <caption className="sr-only">{caption}</caption>
      <thead {...roles.rows} className={`sr-only ${layout.head}`}>
        <tr {...roles.row}>
          {columns.map(({ header, align, sort, width = '' }) => (
            <th
              key={header}
              {...roles.columnHeader}
              scope="col"
              aria-sort={order && sort ? getDirection(order.sort, sort) : undefined}
              className={`border-ink border-b px-3 py-2 text-fine font-semibold text-muted first:pl-0 last:pr-0 ${width} ${align === 'end' ? 'text-right' : ''}`}
            >
              {order && sort ? <SortLink header={header} sort={sort} order={order} layout={layout} /> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.rows} className={`block ${layout.body}`}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...roles.row} className={`mb-4 block border border-line px-4 py-3 ${layout.row}`}>
            {columns.map((column) => (
              <Cell key={column.header} column={column} row={row} layout={layout} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function getDirection(now: string, sort: string): 'ascending' | 'descending' | undefined {
  const key = sort.replace('-', '');
  return now === key ? 'ascending' : now === `-${key}` ? 'descending' : undefined;
}

/** The head of a column as the way to its order, and to its reverse once it has it. Where rows are cards the head is not seen. */
function SortLink({ header, sort, order, layout }: { header: string; sort: string; order: TableSort; layout: Layout }) {
  const direction = getDirection(order.sort, sort);
  const reverse = order.sort.startsWith('-') ? order.sort.slice(1) : `-${order.sort}`;
  const arrow = direction === 'ascending' ? 'arrow-up' : direction === 'descending' ? 'arrow-down' : 'arrow-up-down';
  return (
    <>
      <span className={layout.phone}>{header}</span>
      <Link
        {...order.link(direction ? reverse : sort)}
        className={`-my-2 hidden min-h-11 items-center gap-1 no-underline hover:text-ink hover:underline ${layout.link} ${direction ? 'text-ink' : ''}`}
      >
        {header}
        <Icon name={arrow} className="size-3.5 shrink-0" />
      </Link>
    </>
  );
}

function Cell<Row>({ column, row, layout }: { column: Column<Row>; row: Row; layout: Layout }) {
  const card = column.fullWidth ? 'block py-1' : 'flex min-h-9 items-center justify-between gap-6 py-1 text-right';
  const place = `${card} ${layout.cell}`;
  const aligned = column.align === 'end' ? `figures ${layout.end}` : layout.start;
  const bounds = `min-w-0 ${column.userText ? `wrap-anywhere ${layout.typed}` : ''}`;
  const label = !column.fullWidth && (
    <span
      aria-hidden="true"
      className={`shrink-0 font-normal font-sans text-fine tracking-normal text-muted ${layout.phone}`}
    >
      {column.header}
    </span>
  );
  if (column.rowHeader) {
    return (
      <th {...roles.rowHeader} scope="row" className={`${place} ${aligned} font-semibold`}>
        {label}
        <div className={bounds}>{column.cell(row)}</div>
      </th>
    );
  }
  return (
    <td {...roles.cell} className={`${place} ${aligned}`}>
      {label}
      <div className={bounds}>{column.cell(row)}</div>
    </td>
  );
}
