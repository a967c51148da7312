import { type ReactNode, useDeferredValue, useState } from 'react';
import { useNavigationType } from 'react-router';
import { type Column, Table } from '../table.tsx';
import { useHydrated } from '../use-hydrated.ts';
import type { ListState } from './use-list.ts';

/** The rows of a list as a table whose column headers sort it. */
export function ListTable<Row extends { _id: string }>({
  list,
  caption,
  columns,
  renderDetail,
}: {
  list: ListState<Row>;
  caption: string;
  columns: readonly Column<Row>[];
  renderDetail?: (row: Row) => ReactNode;
}) {
  return (
    <Table
      caption={caption}
      wide={list.config.wide ?? false}
      columns={columns}
      rows={useFirstRowsFirst(list.rows)}
      rowKey={({ _id }) => _id}
      renderDetail={renderDetail}
      order={{ sort: list.params.sort, link: (sort) => list.link({ sort }) }}
    />
  );
}

/** How many rows of the catalog fit on the first screen. Lists with lower rows get the rest in the next frame. */
const FIRST_ROWS = 5;

/**
 * All rows. If a link led to the page, those of the first screen are painted before the others are rendered. Going back
 * needs all of them at once, to restore the scroll position.
 */
function useFirstRowsFirst<Row>(rows: readonly Row[]): readonly Row[] {
  const isHydrated = useHydrated();
  const type = useNavigationType();
  const [isFollowed] = useState(isHydrated && type !== 'POP');
  // Only the flag is deferred: deferred rows would briefly show the old rows after each change.
  const isWhole = useDeferredValue(true, !isFollowed);
  return isWhole ? rows : rows.slice(0, FIRST_ROWS);
}
