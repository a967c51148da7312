import { useEffect, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { DownloadButton } from '#src/shared/ui/download-button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import type { ImportRowView } from '../contract.ts';
import { importCopy } from '../copy.ts';
import { FIELD_NAMES } from '../field-names.ts';
import { IMPORT_FIELDS, type RowResult } from '../rules.ts';

const copy = importCopy.preview;
const PAGE = 20;

const rowColumn: Column<ImportRowView> = {
  header: copy.row,
  width: 'w-20',
  align: 'end',
  cell: ({ row }) => formatCount(row),
};

const productColumn: Column<ImportRowView> = {
  header: copy.product,
  rowHeader: true,
  fullWidth: true,
  width: 'w-64',
  cell: ({ itemName, sku, outcome, reason }) => (
    <span className="block text-left">
      <span className="wrap-anywhere">{itemName || '–'}</span>
      <span className="figures block font-normal text-fine text-muted wrap-anywhere">{sku}</span>
      {outcome && (outcome === 'refused' || outcome === 'left' || reason) && (
        <span className={`block font-normal text-fine ${outcome === 'undone' ? 'text-muted' : 'text-bad'}`}>
          {importCopy.outcomes[outcome]}. {reason}
        </span>
      )}
    </span>
  ),
};

const COLUMNS: Record<RowResult, Column<ImportRowView>[]> = {
  create: [productColumn, rowColumn, { header: copy.made, fullWidth: true, cell: (row) => <Changes row={row} /> }],
  change: [productColumn, rowColumn, { header: copy.what, fullWidth: true, cell: (row) => <Changes row={row} /> }],
  unchanged: [productColumn, rowColumn],
  fault: [
    productColumn,
    rowColumn,
    {
      header: copy.reason,
      fullWidth: true,
      cell: ({ faults }) => (
        <ul className="grid gap-2 text-left">
          {faults.map(({ column, value, reason }) => (
            <li key={`${column} ${reason}`} className="wrap-anywhere">
              <span className="text-fine text-muted">
                {column}
                {column && value ? ': ' : ''}
                {value && <q>{value}</q>}
              </span>
              <span className="block text-bad">{reason}</span>
            </li>
          ))}
        </ul>
      ),
    },
  ],
};

/** A stopped import has not reached its last rows. */
const withOutcome = (row: ImportRowView): ImportRowView => ({ ...row, outcome: row.outcome ?? 'refused' });

function Changes({ row: { before, after, warnings } }: { row: ImportRowView }) {
  return (
    <ul className="grid gap-1.5 text-left text-fine">
      {warnings.map(({ column, value, reason }) => (
        <li key={`${column} ${reason}`} className="border-bad border-l-2 pl-3 wrap-anywhere">
          {column}: {value && <q>{value}</q>} {reason}
        </li>
      ))}
      {IMPORT_FIELDS.filter((field) => field in after || field in before).map((field) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{FIELD_NAMES[field]}: </span>
          {field in before && (
            <>
              <del className="whitespace-pre-line text-muted">{before[field] || copy.empty}</del>
              {' → '}
            </>
          )}
          <ins className="whitespace-pre-line font-semibold no-underline">{after[field] || copy.empty}</ins>
        </li>
      ))}
    </ul>
  );
}

interface ImportRowsProps {
  id: string;
  result: RowResult;
  count: number;
  /** Whether the import was confirmed: then a row without an outcome was left out. */
  isWritten: boolean;
}

/** The first rows of one result, and more on demand. */
export function ImportRows({ id, result, count, isWritten }: ImportRowsProps) {
  const [rows, setRows] = useState<ImportRowView[]>([]);
  const [hasMore, setHasMore] = useState(true);
  const { isPending, problem, run } = useAction();

  const load = async (after: number) => {
    const query = new URLSearchParams({ result, after: String(after), limit: String(PAGE) });
    const found = await run(() => callApi<ImportRowView[]>(`/imports/${id}/rows?${query}`));
    if (!found.ok) return;
    setRows((shown) => (after === 0 ? found.value : [...shown, ...found.value]));
    // A few very long rows fill a response. Unchanged rows are short, but not all of them are stored.
    const shown = (after === 0 ? 0 : rows.length) + found.value.length;
    setHasMore(found.value.length === PAGE || (result !== 'unchanged' && found.value.length > 0 && shown < count));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first rows are those of this import and result
  useEffect(() => void load(0), [id, result]);

  return (
    <Section title={`${copy[result]}: ${formatCount(count)}`}>
      <div className="mt-4 grid gap-4">
        {result === 'fault' && (
          <div className="flex flex-wrap gap-3">
            <DownloadButton path={`/imports/${id}/faulty-rows`} label={copy.downloadRows} />
            <DownloadButton path={`/imports/${id}/faults`} label={copy.download} />
          </div>
        )}
        <FormError>{problem?.detail}</FormError>
        {rows.length > 0 && (
          <Table
            caption={copy[result]}
            columns={COLUMNS[result]}
            rows={isWritten && (result === 'create' || result === 'change') ? rows.map(withOutcome) : rows}
            rowKey={({ row }) => String(row)}
          />
        )}
        {(hasMore || problem) && (
          <div>
            <Button variant="secondary" pending={isPending} onClick={() => void load(rows.at(-1)?.row ?? 0)}>
              {copy.more}
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}
