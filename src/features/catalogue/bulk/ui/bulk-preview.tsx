import { type ReactNode, useMemo, useRef, useState } from 'react';
import { formatCount } from '#src/shared/numbers.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import { ToolName } from '#src/shared/ui/tool-link.tsx';
import type { BulkPreview, BulkPreviewRow } from '../contract.ts';
import { bulkCopy, formatSignedPercent } from '../copy.ts';
import { type BulkChange, findRounding } from '../rules.ts';
import { BulkValuesText } from './bulk-table.tsx';
import { toggleIds } from './id-set.ts';
import { CLEAR_OF_BARS, TickBox } from './tool-choice.tsx';

const { preview: copy } = bulkCopy;

/** More rows than these are shown on demand. */
const FIRST_ROWS = 100;

interface BulkPreviewViewProps {
  preview: BulkPreview;
  /** The ids of the tools that somebody has changed since the previous preview. */
  differing: ReadonlySet<string>;
  change: BulkChange;
  error: string | null;
  pending: boolean;
  onApply: (rows: BulkPreviewRow[]) => void;
}

/** Previews the change of each tool. Each tool can be left out; one button changes the rest. */
export function BulkPreviewView({ preview, differing, change, error, pending, onApply }: BulkPreviewViewProps) {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [isWhole, setIsWhole] = useState(preview.rows.length <= FIRST_ROWS);
  const bar = useRef<HTMLDivElement>(null);
  const include = (ids: readonly string[], included: boolean) => setExcluded((now) => toggleIds(now, ids, !included));
  const of = (result: BulkPreviewRow['result']) =>
    preview.rows.filter((row) => row.result === result && !excluded.has(row._id));
  const [changed, refused] = [of('changed'), of('refused')];

  const rounding = useMemo(() => listRounding(change, preview.rows), [change, preview.rows]);

  const columns: Column<BulkPreviewRow>[] = [
    {
      header: copy.product,
      rowHeader: true,
      fullWidth: true,
      cell: (row) => (
        <div className="flex items-center gap-1 text-left">
          {row.result === 'unchanged' ? (
            <span className="-ml-3 size-11 shrink-0" />
          ) : (
            <TickBox
              label={copy.include(row.itemName)}
              checked={!excluded.has(row._id)}
              onChange={(included) => include([row._id], included)}
            />
          )}
          <ToolName tool={row} mayKeep />
        </div>
      ),
    },
    { header: copy.before, width: 'w-52', align: 'end', cell: (row) => <BulkValuesText values={row.before} /> },
    {
      header: copy.after,
      width: 'w-60',
      align: 'end',
      cell: (row) => (
        <div>
          {excluded.has(row._id) ? (
            <Note>{copy.excluded}</Note>
          ) : row.after ? (
            <BulkValuesText values={row.after} strong />
          ) : (
            <Note isBad={row.result === 'refused'}>{row.reason ?? copy.unchanged}</Note>
          )}
          {rounding.has(row._id) && !excluded.has(row._id) && (
            <Note>{copy.byRounding(formatSignedPercent(rounding.get(row._id) ?? 0))}</Note>
          )}
          {differing.has(row._id) && (
            <span className="block font-sans font-semibold text-bad text-fine tracking-normal">{copy.differs}</span>
          )}
        </div>
      ),
    },
  ];

  return (
    <>
      <dl className="mt-4 mb-6 flex flex-wrap gap-x-10 gap-y-2">
        {(['changed', 'unchanged', 'refused'] as const).map((result) => (
          <div key={result} className={`flex gap-2 ${result === 'refused' && preview.refused > 0 ? 'text-bad' : ''}`}>
            <dd className="figures order-first font-bold">{formatCount(preview[result])}</dd>
            <dt>{copy.counts[result]}</dt>
          </div>
        ))}
      </dl>
      {change.kind === 'price' && rounding.size > 0 && (
        <p className="mb-6 max-w-prose border border-line bg-sheet px-4 py-3">
          {copy.rounded(rounding.size, formatSignedPercent(change.percent))}
        </p>
      )}
      <div className={CLEAR_OF_BARS}>
        <Table
          caption={copy.title}
          columns={columns}
          rows={isWhole ? preview.rows : preview.rows.slice(0, FIRST_ROWS)}
          rowKey={({ _id }) => _id}
        />
      </div>
      {!isWhole && (
        <Button variant="secondary" className="mt-4" onClick={() => setIsWhole(true)}>
          {copy.more(preview.rows.length)}
        </Button>
      )}
      <div ref={bar} className="sticky bottom-0 z-10 mt-6 grid gap-3 border-ink border-t bg-paper py-3">
        <FormError>{error}</FormError>
        {refused.length > 0 ? (
          <>
            <p>{copy.mustExclude}</p>
            <Button
              variant="secondary"
              className="sm:justify-self-start"
              onClick={() => {
                include(
                  refused.map(({ _id }) => _id),
                  false,
                );
                // The button disappears, so the focus moves to what takes its place.
                requestAnimationFrame(() => bar.current?.querySelector('button')?.focus());
              }}
            >
              {copy.exclude(refused.length)}
            </Button>
          </>
        ) : changed.length > 0 ? (
          <>
            {change.kind === 'stock' && <p className="text-fine text-muted">{copy.moving}</p>}
            <Button className="sm:justify-self-start" pending={pending} onClick={() => onApply(changed)}>
              {copy.apply(changed.length)}
            </Button>
          </>
        ) : (
          <p className="font-semibold">{copy.nothing}</p>
        )}
      </div>
    </>
  );
}

/** By how many percent the prices change that rounding keeps far from what was asked for, by the tool's id. */
function listRounding(change: BulkChange, rows: readonly BulkPreviewRow[]): ReadonlyMap<string, number> {
  if (change.kind !== 'price') return new Map();
  const { percent } = change;
  return new Map(
    rows.flatMap(({ _id, result, before, after }) => {
      const next = after ?? before;
      if (result === 'refused' || !('balance' in before && 'balance' in next)) return [];
      const reals = [
        findRounding(percent, before.balance, next.balance),
        ...before.volumePrices.map(({ unitPrice }, at) =>
          findRounding(percent, unitPrice, next.volumePrices[at]?.unitPrice ?? unitPrice),
        ),
      ].filter((real) => real !== null);
      const [farthest] = reals.toSorted((one, other) => Math.abs(other - percent) - Math.abs(one - percent));
      return farthest === undefined ? [] : [[_id, farthest] as const];
    }),
  );
}

function Note({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  return <span className={`font-sans text-fine tracking-normal ${isBad ? 'text-bad' : 'text-muted'}`}>{children}</span>;
}
