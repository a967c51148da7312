import { Fragment, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Icon } from './icon.tsx';

export interface Column<Row> {
  /** Shown above the column; in a card, before the value. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers: right-aligned, with tabular figures. */
  align?: 'start' | 'end';
  /** The cell that names its row; the first cell of a card. */
  rowHeader?: boolean;
  /**
   * Classes for the width; columns without one share the rest. Once any column has a width, widths no longer follow the
   * content, so columns stay in place while rows change.
   */
  width?: string;
  /** The sort key of the column, with `-` where the first click sorts in descending order. */
  sort?: string;
  /** In a card, the cell takes the whole width, without its header. */
  fullWidth?: boolean;
  /** Text from users: it may break anywhere, and keeps a readable width. */
  userText?: boolean;
  /** In a dense list, the cell is one line, which is cut at its end. Its content has a title then. */
  denseLine?: boolean;
}

/** The current order of the rows, and the links to others. */
export interface TableSort {
  sort: string;
  link: (sort: string) => LinkProps;
}

/** Explicit roles, since some browsers drop them if `display` changes. */
export const tableRoles = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** The width from which rows are shown as rows instead of cards. A wide table has two columns of cards on a tablet. */
const layouts = {
  narrow: {
    table: 'md:table',
    head: 'md:not-sr-only md:table-header-group',
    phone: 'md:hidden',
    link: 'md:inline-flex',
    body: 'md:table-row-group',
    row: 'max-md:below-fold max-md:[--fold-height:18rem] md:mb-0 md:table-row md:border-0 md:border-b md:p-0',
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
    row: 'max-md:below-fold max-md:[--fold-height:18rem] xl:mb-0 xl:table-row xl:border-0 xl:border-b xl:p-0',
    cell: 'xl:table-cell xl:px-3 xl:py-2.5 xl:align-middle xl:first:pl-0 xl:last:pr-0',
    start: 'xl:text-left',
    end: 'xl:text-right',
    typed: 'xl:block xl:min-w-40 xl:max-w-72',
  },
} as const;

type Layout = (typeof layouts)[keyof typeof layouts];

/**
 * A table whose rows become cards on narrow screens. `caption` names it for screen readers. `wide`: it has many
 * columns.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  order,
  wide = false,
  renderDetail,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  order?: TableSort;
  wide?: boolean;
  /** What is shown below a row, across all columns; null if it is folded. A card shows it inside. */
  renderDetail?: ((row: Row) => ReactNode) | undefined;
}) {
  const layout = layouts[wide ? 'wide' : 'narrow'];
  const fixed = columns.some(({ width }) => width) ? 'table-fixed' : '';
  return (
    <table {...tableRoles.table} className={`block w-full border-collapse text-left ${fixed} ${layout.table}`}>
      <caption className="sr-only">{caption}</caption>
      <thead {...tableRoles.rows} className={`sr-only ${layout.head}`}>
        <tr {...tableRoles.row}>
          {columns.map(({ header, align, sort, width = '' }) => (
            <th
              key={header}
              {...tableRoles.columnHeader}
              scope="col"
              aria-sort={order && sort ? getDirection(order.sort, sort) : undefined}
              className={`border-ink border-b px-3 py-2 text-fine font-semibold text-muted first:pl-0 last:pr-0 ${width} ${align === 'end' ? 'text-right' : ''}`}
            >
              {order && sort ? <SortLink header={header} sort={sort} order={order} layout={layout} /> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...tableRoles.rows} className={`block ${layout.body}`}>
        {rows.map((row) => {
          const detail = renderDetail?.(row);
          return (
            <Fragment key={rowKey(row)}>
              <tr {...tableRoles.row} className={`mb-4 block border border-line px-4 py-3 ${layout.row}`}>
                {columns.map((column) => (
                  <Cell key={column.header} column={column} row={row} layout={layout} />
                ))}
              </tr>
              {detail && (
                <tr {...tableRoles.row} className="row-detail">
                  <td {...tableRoles.cell} colSpan={columns.length}>
                    {detail}
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function getDirection(now: string, sort: string): 'ascending' | 'descending' | undefined {
  const key = sort.replace('-', '');
  return now === key ? 'ascending' : now === `-${key}` ? 'descending' : undefined;
}

/** A column header that is a link: it sorts by the column, and reverses the order on the next click. */
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
  const bounds = `min-w-0 ${column.userText ? `wrap-anywhere ${layout.typed}` : ''} ${column.denseLine ? 'dense-line' : ''}`;
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
      <th {...tableRoles.rowHeader} scope="row" className={`${place} ${aligned} font-semibold`}>
        {label}
        <div className={bounds}>{column.cell(row)}</div>
      </th>
    );
  }
  return (
    <td {...tableRoles.cell} className={`${place} ${aligned}`}>
      {label}
      <div className={bounds}>{column.cell(row)}</div>
    </td>
  );
}
