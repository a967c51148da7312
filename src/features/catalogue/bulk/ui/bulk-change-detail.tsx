import { useState } from 'react';
import { callApi, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import { ToolName } from '#src/shared/ui/tool-link.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import type { BulkChangeDetail, RefusedTool } from '../contract.ts';
import { bulkCopy, describeValues } from '../copy.ts';
import { BulkValuesText } from './bulk-table.tsx';

const { detail: copy, preview: previewCopy } = bulkCopy;

/** More rows than these are shown on demand. */
const FIRST_ROWS = 100;

type Row = BulkChangeDetail['rows'][number];

const listColumns = (mayKeep: boolean): Column<Row>[] => [
  {
    header: previewCopy.product,
    rowHeader: true,
    fullWidth: true,
    cell: (row) => <ToolName tool={row} mayKeep={mayKeep} />,
  },
  { header: previewCopy.before, width: 'w-44', align: 'end', cell: (row) => <BulkValuesText values={row.before} /> },
  {
    header: previewCopy.after,
    width: 'w-60',
    align: 'end',
    cell: (row) => <BulkValuesText values={row.after} strong />,
  },
];

interface BulkChangeDetailProps {
  change: BulkChangeDetail;
  /** The viewer has just made this change. */
  isNew: boolean;
  /** Whether the viewer may open its tools. */
  mayKeep: boolean;
  mayUndo: boolean;
  /** Fetches the change again. Resolves when it is shown. */
  refresh: () => Promise<void>;
}

/** What a bulk change did to each tool, with a button to undo all of it for those who may. */
export function BulkChangeView({ change, isNew, mayKeep, mayUndo, refresh }: BulkChangeDetailProps) {
  const dialog = useDialog();
  const { isPending, problem, run } = useAction();
  const [done, setDone] = useState(isNew && !change.undoneAt ? copy.made(change.count) : null);
  const refused = (problem?.extra.tools as readonly RefusedTool[] | undefined) ?? [];
  const [isWhole, setIsWhole] = useState(change.rows.length <= FIRST_ROWS);

  const undo = async () => {
    if (!(await dialog.confirm(copy.ask(change.count, change.change.kind)))) return;
    setDone(null);
    await run(async () => {
      const path = `/bulk-changes/${change._id}/undo`;
      const result = await callApi<{ modifiedCount: number }>(path, { method: 'POST', body: {} });
      if (result.ok) setDone(copy.undone(result.value.modifiedCount));
      // If the server could not be reached, a refresh would replace this page with an error.
      if (result.ok || !isOutcomeUnknown(result.problem)) await refresh();
      return result;
    });
  };

  return (
    <div className="grid gap-10">
      <div className="grid max-w-3xl gap-4">
        <p role="status" className="empty:hidden border border-good bg-sheet px-4 py-3">
          {done}
        </p>
        <FormError>{problem?.detail}</FormError>
        {refused.length > 0 && (
          <div className="border border-bad px-4 py-3">
            <p className="font-semibold">{copy.refused}</p>
            <ul className="mt-2 grid gap-2">
              {refused.map((tool) => (
                <li key={tool._id} className="flex flex-wrap justify-between gap-x-6 border-line border-t pt-2">
                  <ToolName tool={tool} mayKeep={mayKeep} />
                  <span className="text-fine sm:text-right">
                    {tool.reason} {copy.now(describeValues(tool.current).join(', '))}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
        {change.undoneAt ? (
          <p>
            {copy.isUndone(change.undoneBy ?? '')}, <DateTime at={change.undoneAt} />.
          </p>
        ) : (
          mayUndo && (
            <div>
              <Button variant="secondary" className="w-full sm:w-auto" pending={isPending} onClick={() => void undo()}>
                {copy.undo}
              </Button>
            </div>
          )
        )}
      </div>
      <Section title={copy.rows}>
        <div className="mt-4">
          <Table
            caption={copy.rows}
            columns={listColumns(mayKeep)}
            rows={isWhole ? change.rows : change.rows.slice(0, FIRST_ROWS)}
            rowKey={({ _id }) => _id}
          />
        </div>
        {!isWhole && (
          <Button variant="secondary" className="mt-4" onClick={() => setIsWhole(true)}>
            {previewCopy.more(change.rows.length)}
          </Button>
        )}
      </Section>
    </div>
  );
}
