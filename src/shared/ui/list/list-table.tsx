import { type Column, Table } from '../table.tsx';
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
      rows={list.rows}
      rowKey={({ _id }) => _id}
      order={{ sort: list.params.sort, link: (sort) => list.link({ sort }) }}
    />
  );
}
