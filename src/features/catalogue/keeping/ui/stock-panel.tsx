import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { callApi, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { createIdempotencyKeys } from '#src/shared/idempotency-keys.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { useDraft } from '#src/shared/ui/use-draft.ts';
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
}

/** A tool's available, held and sold pieces, with a form that adjusts the stock without an order. */
export function StockPanel({ tool, totals, email, stale, refresh, demand }: StockPanelProps) {
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({ defaultValues: EMPTY });
  const { reason = EMPTY.reason, pieces = '' } = useWatch({ control: form.control, defaultValue: EMPTY });
  /** The stock after the last adjustment, until the stock is read again: a count typed by then refers to it. */
  const [adjusted, setAdjusted] = useState<{ totals: ToolHistory['stock']; available: number } | null>(null);
  const available = adjusted?.totals === totals ? adjusted.available : totals.available;
  // A draft belongs to one stock level. A count of another level must not be taken for a count of this one.
  const { discard } = useDraft(element, `stock:${email}:${tool._id}:${available}`);
  const [keys] = useState(createIdempotencyKeys);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const delta = readDelta(reason, pieces, available);

  const submit = form.handleSubmit(async (fields) => {
    setError(null);
    setDone(null);
    const sent = readDelta(fields.reason, fields.pieces, available);
    if (sent === null) return form.setError('pieces', { message: copy.notANumber }, { shouldFocus: true });
    if (sent === 0 && fields.reason === 'count') return setDone(copy.unchanged);
    if (sent === 0) return form.setError('pieces', { message: copy.notANumber }, { shouldFocus: true });
    const counted = fields.reason === 'count' ? { countedFrom: available } : {};
    const body = { delta: sent, reason: fields.reason, note: fields.note.trim(), ...counted };
    const result = await callApi<{ quantity: number }>(`/tools/${tool._id}/stock`, {
      method: 'POST',
      body,
      headers: { 'idempotency-key': keys.getKey(JSON.stringify(body)) },
    });
    if (!result.ok) {
      const { problem } = result;
      // Sent again unchanged, the request keeps its key and is still one adjustment.
      if (!isOutcomeUnknown(problem)) keys.reset();
      if (problem.errors.note) form.setError('note', { message: problem.errors.note });
      else if (problem.errors.delta) form.setError('pieces', { message: problem.errors.delta }, { shouldFocus: true });
      else setError(problem.detail);
      // The figures above are outdated: orders came in meanwhile.
      if (problem.status === 409) await refresh();
      return;
    }
    keys.reset();
    form.reset({ ...EMPTY, reason: fields.reason });
    discard();
    setAdjusted({ totals, available: result.value.quantity });
    setDone(copy.done(sent, result.value.quantity));
    await refresh();
  });

  const { errors, isSubmitting } = form.formState;
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
      <form
        ref={element}
        noValidate
        className="mt-8 grid max-w-xl gap-6"
        aria-label={copy.title}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSubmitting) void submit(event);
        }}
      >
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
          maxLength={200}
          error={errors.note?.message}
          {...form.register('note')}
        />
        <FormError>{error}</FormError>
        <Button type="submit" variant="secondary" pending={isSubmitting}>
          {copy.submit}
        </Button>
        <p role="status" className="empty:hidden border border-good bg-sheet px-4 py-3">
          {done && (stale ? `${done} ${copy.stale}` : done)}
        </p>
      </form>
    </Section>
  );
}

/** The number of pieces that somebody means who typed this. Null if it is not one. */
function readDelta(reason: AdjustmentReason, typed: string, available: number): number | null {
  const text = typed.trim().replaceAll(',', '').replace('−', '-');
  const isNumber = reason === 'correction' ? /^[+-]?\d{1,7}$/.test(text) : /^\d{1,7}$/.test(text);
  return isNumber ? toDelta(reason, Number(text), available) : null;
}
