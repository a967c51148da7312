import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { createPostOnce } from '#src/shared/post-once.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { useFieldForm } from '#src/shared/ui/use-field-form.ts';
import { renameErrors, toFieldProblem } from '#src/shared/ui/use-form-submission.ts';
import { ADJUSTMENT_REASONS, type AdjustmentReason, toDelta } from '../../tool/rules.ts';
import { getStockState } from '../../tool/stock-state.ts';
import { PieceCount } from '../../tool/ui/stock-badge.tsx';
import type { InventoryTool, ToolHistory } from '../contract.ts';
import { catalogueCopy } from '../copy.ts';
import { NumberField } from './tool-fields.tsx';

const { stock: copy } = catalogueCopy;
/** The part of a tool's page where its stock is kept. */
export const STOCK_SECTION_ID = 'stock';

const EMPTY = { reason: 'received' as AdjustmentReason, pieces: '', note: '' };

interface StockPanelProps {
  tool: InventoryTool;
  totals: ToolHistory['stock'];
  /** The address of the admin, to whom the draft belongs. */
  email: string;
  /** The stock could not be read again. */
  stale: boolean;
  /** Fetches stock and history again. Resolves when they are shown. */
  refresh: () => Promise<void>;
  /** A sentence that says how many customers wait for the tool. */
  demand?: string | null;
  mayAdjust: boolean;
}

/** A tool's available, held and sold pieces. Those who may adjust the stock without an order have a form for it. */
export function StockPanel({ tool, totals, email, stale, refresh, demand, mayAdjust }: StockPanelProps) {
  /** What the last adjustment left, until the totals are read again: a count that is typed by then is of that. */
  const [adjusted, setAdjusted] = useState<{ totals: ToolHistory['stock']; available: number } | null>(null);
  const available = adjusted?.totals === totals ? adjusted.available : totals.available;
  const [postOnce] = useState(createPostOnce);
  const [done, setDone] = useState<string | null>(null);
  const { form, props, pending, errors, formError } = useFieldForm({
    defaultValues: EMPTY,
    fields: ['pieces', 'note'],
    // A draft is of one stock: what was counted from another one would be taken for a count of this one.
    draft: `stock:${email}:${tool._id}:${available}`,
    async send(fields, { form, discard }) {
      setDone(null);
      const sent = readDelta(fields.reason, fields.pieces, available);
      if (sent === 0 && fields.reason === 'count') {
        setDone(copy.unchanged);
        return null;
      }
      if (!sent) return toFieldProblem('pieces', copy.notANumber);
      const counted = fields.reason === 'count' ? { countedFrom: available } : {};
      const body = { delta: sent, reason: fields.reason, note: fields.note.trim(), ...counted };
      const result = await postOnce<{ quantity: number }>(`/tools/${tool._id}/stock`, body);
      if (!result.ok) {
        const { problem } = result;
        // The figures above are old: orders came in meanwhile.
        if (problem.status === 409) await refresh();
        return renameErrors(problem, (name) => (name === 'delta' ? 'pieces' : name));
      }
      form.reset({ ...EMPTY, reason: fields.reason });
      discard();
      setAdjusted({ totals, available: result.value.quantity });
      setDone(copy.done(sent, result.value.quantity));
      await refresh();
      return null;
    },
  });
  const { reason = EMPTY.reason, pieces = '' } = useWatch({ control: form.control, defaultValue: EMPTY });
  const delta = readDelta(reason, pieces, available);

  return (
    <Section id={STOCK_SECTION_ID} title={copy.title}>
      <dl className="max-w-xl">
        {(['available', 'held', 'sold'] as const).map((part) => (
          <div key={part} className="flex items-baseline justify-between gap-6 border-line border-b py-2.5">
            <dt>{part === 'available' ? copy.free : copy[part]}</dt>
            <dd className={part === 'available' ? 'font-semibold' : ''}>
              <PieceCount count={part === 'available' ? available : totals[part]} aligned />
            </dd>
          </div>
        ))}
      </dl>
      {tool.state === 'on_sale' && (
        <p className="mt-3 max-w-xl text-muted">
          {catalogueCopy.cover.describe(tool.cover, getStockState(tool) === 'out')}
        </p>
      )}
      {demand && <p className="mt-4 max-w-xl">{demand}</p>}
      {mayAdjust && (
        <form {...props} className="mt-8 grid max-w-xl gap-6" aria-label={copy.title}>
          <SelectField
            label={copy.reason}
            options={ADJUSTMENT_REASONS.map((value) => [value, copy.reasons[value]])}
            {...form.register('reason')}
          />
          <NumberField
            label={copy.pieces[reason]}
            hint={delta ? copy.becomes(available, available + delta) : undefined}
            inputMode={reason === 'correction' ? 'text' : 'numeric'}
            required
            error={errors.pieces?.message}
            {...form.register('pieces')}
          />
          <TextField
            label={copy.note}
            hint={copy.noteHint}
            autoComplete="off"
            error={errors.note?.message}
            {...form.register('note')}
          />
          <FormError>{formError}</FormError>
          <Button type="submit" variant="secondary" pending={pending}>
            {copy.submit}
          </Button>
          <p role="status" className="empty:hidden border border-good bg-sheet px-4 py-3">
            {done && (stale ? `${done} ${copy.stale}` : done)}
          </p>
        </form>
      )}
    </Section>
  );
}

/** The number of pieces that somebody means who typed this. Null if it is not one. */
function readDelta(reason: AdjustmentReason, typed: string, available: number): number | null {
  const text = typed.trim().replaceAll(',', '').replace('−', '-');
  const isNumber = reason === 'correction' ? /^[+-]?\d{1,7}$/.test(text) : /^\d{1,7}$/.test(text);
  return isNumber ? toDelta(reason, Number(text), available) : null;
}
