import { useDeferredValue, useState } from 'react';
import { useNavigationType } from 'react-router';
import { type Column, Table } from '../table.tsx';
import { useHydrated } from '../use-hydrated.ts';
import type { List } from './use-list.ts';

/** The rows of a list as a table whose column headers sort it. */
export function ListTable<Row extends { _id: string }>({
  list,
  caption,
  columns,
}: {
  list: List<Row>;
  caption: string;
  columns: readonly Column<Row>[];
}) {
  return (
    <Table
      caption={caption}
      wide={list.config.wide ?? false}
      columns={columns}
      rows={useFirstRowsFirst(list.rows)}
      rowKey={({ _id }) => _id}
      order={{ sort: list.params.sort, link: (sort) => list.link({ sort }) }}
    />
  );
}

/** As many rows as a first screen shows of the catalog; lists of lower rows get theirs in the next frame. */
const FIRST_ROWS = 5;

/**
 * All rows, but after those of the first screen where a link led to the page: these are painted before the others are
 * rendered. Going back needs all of them at once, to be where the page was scrolled.
 */
function useFirstRowsFirst<Row>(rows: readonly Row[]): readonly Row[] {
  const isHydrated = useHydrated();
  const type = useNavigationType();
  const [isFollowed] = useState(isHydrated && type !== 'POP');
  // The flag alone: deferred rows would show what was before each change for a moment.
  const isWhole = useDeferredValue(true, !isFollowed);
  return isWhole ? rows : rows.slice(0, FIRST_ROWS);
}
