import type { ReactNode } from 'react';
import { type FieldPath, useWatch } from 'react-hook-form';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { useFieldForm } from '#src/shared/ui/use-field-form.ts';
import { toFieldProblem } from '#src/shared/ui/use-form-submission.ts';
import { catalogueCopy } from '../../keeping/copy.ts';
import { NumberField } from '../../keeping/ui/tool-fields.tsx';
import { toDelta } from '../../tool/rules.ts';
import { bulkCopy } from '../copy.ts';
import { BULK_STOCK_REASONS, type BulkChange, type BulkKind, STATE_ACTIONS } from '../rules.ts';

const { form: copy } = bulkCopy;
const { stock: stockCopy } = catalogueCopy;

const EMPTY = {
  kind: 'price' as BulkKind,
  percent: '',
  reason: 'received' as (typeof BULK_STOCK_REASONS)[number],
  pieces: '',
  note: '',
  action: 'publish' as (typeof STATE_ACTIONS)[number],
  category: '',
};

type BulkFields = typeof EMPTY;

/** The fields that show an error of the API, by their names in the API. */
const FIELD_BY_ERROR: Record<string, FieldPath<BulkFields>> = {
  'change.percent': 'percent',
  'change.delta': 'pieces',
  'change.note': 'note',
  'change.category': 'category',
};

interface BulkChangeFormProps {
  kinds: readonly BulkKind[];
  email: string;
  /** Asks for a preview of each tool. Resolves to the reason if there is none, else to null. */
  onPreview: (change: BulkChange) => Promise<ApiProblem | null>;
  /** The form no longer says what was previewed. */
  onInput: () => void;
  /** A preview is on the screen. */
  isPreviewed: boolean;
}

/** The form of a bulk change. What was typed stays in this tab until the change is made, for each kind of change. */
export function BulkChangeForm({ kinds, email, onPreview, onInput, isPreviewed }: BulkChangeFormProps) {
  const { form, props, pending, errors, formError } = useFieldForm({
    defaultValues: { ...EMPTY, kind: kinds[0] ?? EMPTY.kind },
    fields: Object.values(FIELD_BY_ERROR),
    draft: toBulkDraftName(email),
    async send(fields) {
      const change = readChange(fields);
      if (!change && fields.kind === 'price') return toFieldProblem('percent', copy.notAPercentage);
      if (!change) return toFieldProblem('pieces', copy.noPieces);
      const problem = await onPreview(change);
      if (!problem) return null;
      const [[name, message] = ['', problem.detail]] = Object.entries(problem.errors);
      return toFieldProblem(FIELD_BY_ERROR[name] ?? name, message);
    },
  });
  const { kind = EMPTY.kind, reason = EMPTY.reason } = useWatch({ control: form.control, defaultValue: EMPTY });
  return (
    <form {...props} aria-label={copy.title} className="grid max-w-xl gap-6" onInput={onInput}>
      <SelectField
        label={copy.kind}
        options={kinds.map((value) => [value, copy.kinds[value]])}
        {...form.register('kind')}
      />
      <Part shown={kind === 'price'}>
        <NumberField
          label={copy.percent}
          hint={copy.percentHint}
          inputMode="text"
          required
          error={errors.percent?.message}
          {...form.register('percent')}
        />
      </Part>
      <Part shown={kind === 'stock'}>
        <SelectField
          label={stockCopy.reason}
          options={BULK_STOCK_REASONS.map((value) => [value, stockCopy.reasons[value]])}
          {...form.register('reason')}
        />
        <NumberField
          label={stockCopy.pieces[reason]}
          hint={copy.piecesHint}
          inputMode={reason === 'correction' ? 'text' : 'numeric'}
          required
          error={errors.pieces?.message}
          {...form.register('pieces')}
        />
        <TextField
          label={stockCopy.note}
          hint={stockCopy.noteHint}
          autoComplete="off"
          error={errors.note?.message}
          {...form.register('note')}
        />
      </Part>
      <Part shown={kind === 'state'}>
        <SelectField
          label={copy.action}
          options={STATE_ACTIONS.map((value) => [value, copy.actions[value]])}
          {...form.register('action')}
        />
      </Part>
      <Part shown={kind === 'category'}>
        <TextField
          label={copy.category}
          hint={copy.categoryHint}
          autoComplete="off"
          error={errors.category?.message}
          {...form.register('category')}
        />
      </Part>
      <FormError>{formError}</FormError>
      <div>
        <Button
          type="submit"
          variant={isPreviewed ? 'secondary' : 'primary'}
          className="w-full sm:w-auto sm:min-w-48"
          pending={pending}
          aria-describedby="preview-hint"
        >
          {copy.preview}
        </Button>
        <p id="preview-hint" className="mt-2 text-fine text-muted">
          {copy.previewHint}
        </p>
      </div>
    </form>
  );
}

/** The draft of the form, which is discarded once the change is made. */
export function toBulkDraftName(email: string): string {
  return `bulk-change:${email}`;
}

/** The fields of the other kinds stay in the form, hidden, with what was typed. */
function Part({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <div hidden={!shown} className="grid gap-6">
      {children}
    </div>
  );
}

/** The number that somebody means who typed this, or null if it is not a number. The API checks its bounds. */
function readChange({ kind, percent, reason, pieces, note, action, category }: BulkFields): BulkChange | null {
  if (kind === 'state') return { kind, action };
  if (kind === 'category') return { kind, category: category.trim() };
  if (kind === 'price') {
    // A comma is a decimal point to many people. If it were read as a thousands separator, 2,5 would become 25.
    const typed = toSigned(percent).replaceAll(/[\s%]/g, '').replace(',', '.');
    return /^[+-]?\d{1,4}(\.\d{1,2})?$/.test(typed) ? { kind, percent: Number(typed) } : null;
  }
  const typed = toSigned(pieces).replaceAll(/[\s,]/g, '');
  const isNumber = reason === 'correction' ? /^[+-]?\d{1,7}$/.test(typed) : /^\d{1,7}$/.test(typed);
  return isNumber ? { kind, delta: toDelta(reason, Number(typed), 0), reason, note: note.trim() } : null;
}

/** Also accepts the minus sign that some keyboards type. */
function toSigned(typed: string): string {
  return typed.replace('−', '-');
}
