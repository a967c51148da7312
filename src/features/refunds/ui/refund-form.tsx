import { type ComponentProps, useState } from 'react';
import { decimalToMinor, formatMoney } from '#src/shared/money.ts';
import { createPostOnce } from '#src/shared/post-once.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { QuantityField } from '#src/shared/ui/quantity-field.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { type FormProblem, useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import { joinUnits } from '#src/shared/units.ts';
import type { CreatedRefund, Refund } from '../contract.ts';
import { refundCopy } from '../copy.ts';
import { boundShipped, MAX_REFUND_REASON_LENGTH } from '../rules.ts';
import {
  EMPTY_REFUND,
  previewRefund,
  type RefundFields,
  readRefundForm,
  toQuantityName,
  toRefundFields,
  toRefundFormErrors,
} from './read-refund-form.ts';
import {
  countLeftMinor,
  countLeftShippingMinor,
  isPartlyShipped,
  type RefundablePurchase,
} from './refundable-purchase.ts';

const { form: copy } = refundCopy;

interface RefundFormProps {
  purchase: RefundablePurchase;
  refunds: readonly Refund[];
  /** The address of the admin, to whom the draft belongs. */
  email: string;
  /** The failed refund to retry, from which the fields are filled. */
  retried?: Refund | undefined;
  /** Fetches purchase and refunds again. */
  refresh: () => Promise<void>;
}

/**
 * A form that refunds a purchase: everything left, some pieces or an amount. It says what the buyer gets and asks for
 * confirmation.
 */
export function RefundForm({ purchase, refunds, email, retried, refresh }: RefundFormProps) {
  const dialog = useDialog();
  const [done, setDone] = useState<string | null>(null);
  const [postOnce] = useState(createPostOnce);
  const lines = purchase.lines.filter(({ paid }) => paid);
  const leftMinor = countLeftMinor(purchase, refunds);
  const [fields, setFields] = useState(() => (retried ? toRefundFields(retried, leftMinor) : EMPTY_REFUND));
  const leftShippingMinor = countLeftShippingMinor(purchase, refunds);
  const { pieces, minor } = previewRefund(fields, lines, { leftMinor, leftShippingMinor }, refunds);
  const { props, pending, errors, formError, clearErrors, discard } = useFormSubmission({
    draft: `refund:${email}:${purchase._id}:${retried?._id ?? 'new'}`,
    async send(): Promise<FormProblem | null> {
      setDone(null);
      const { body, errors: found } = readRefundForm(fields, lines, leftMinor);
      if (!body) return { errors: found, detail: '' };
      if (!(await dialog.confirm(copy.question(formatMoney(minor ?? 0), purchase.name, pieces)))) return null;
      const result = await postOnce<CreatedRefund>(`/purchases/${purchase._id}/refunds`, body);
      if (!result.ok) {
        const { problem } = result;
        if (problem.status === 409) await refresh();
        return { ...problem, errors: toRefundFormErrors(problem.errors, body) };
      }
      const { state, error: why } = result.value;
      if (state !== 'failed') {
        discard();
        setFields(EMPTY_REFUND);
        setDone(copy.done[state](formatMoney(minor ?? 0)));
      }
      await refresh();
      return state === 'failed' ? { errors: {}, detail: why ?? '' } : null;
    },
  });

  const set = (name: string, change: Partial<RefundFields>) => {
    setFields((before) => ({ ...before, ...change }));
    clearErrors(name);
    setDone(null);
  };

  const byLines = fields.what === 'lines';
  const restocks = Object.entries(isPartlyShipped(purchase) ? copy.restocks : copy.restocksOfUnshipped);
  return (
    <form {...props} aria-label={copy.label} className="grid gap-6">
      <p className="flex items-baseline justify-between gap-6 border-ink border-b pb-2">
        <span className="font-semibold">{copy.left}</span>
        <span translate="no" className="figures text-lead">
          {formatMoney(leftMinor)}
        </span>
      </p>
      {leftMinor === 0 ? (
        <p className="text-muted">{copy.nothingLeft}</p>
      ) : (
        <>
          <SelectField
            label={copy.what}
            name="what"
            options={Object.entries(copy.whats)}
            value={fields.what}
            onChange={({ target }) => set('what', { what: target.value as RefundFields['what'] })}
          />
          <div hidden={!byLines} className="grid items-start gap-5 sm:grid-cols-2 [&[hidden]]:hidden">
            {lines.map((line) => (
              <LineQuantity
                key={line._id}
                line={line}
                error={errors[toQuantityName(line._id)]}
                value={line._id in fields.quantities ? (fields.quantities[line._id] ?? null) : 0}
                onValueChange={(quantity) =>
                  set(toQuantityName(line._id), { quantities: { ...fields.quantities, [line._id]: quantity } })
                }
                shipped={fields.shipped[line._id] ?? null}
                onShippedChange={(shipped) =>
                  set(toQuantityName(line._id), { shipped: { ...fields.shipped, [line._id]: shipped } })
                }
              />
            ))}
          </div>
          {leftShippingMinor > 0 && (
            <label hidden={!byLines} className="flex min-h-11 items-center gap-3 [&[hidden]]:hidden">
              <input
                type="checkbox"
                name="shipping"
                checked={fields.shipping}
                onChange={({ target }) =>
                  set(lines[0] ? toQuantityName(lines[0]._id) : '', { shipping: target.checked })
                }
                className="size-5 accent-ink"
              />
              {copy.shipping(formatMoney(leftShippingMinor))}
            </label>
          )}
          <div hidden={fields.what === 'all'}>
            <TextField
              label={byLines ? copy.amountForLines : copy.amount}
              hint={byLines ? copy.amountForLinesHint : undefined}
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              className="figures text-right"
              error={errors.amount}
              required={fields.what === 'amount'}
              value={fields.amount}
              onChange={({ target }) => set('amount', { amount: target.value })}
            />
          </div>
          <div hidden={fields.what === 'amount'}>
            <SelectField
              label={copy.restock}
              name="restock"
              options={restocks}
              value={fields.restock}
              onChange={({ target }) => set('restock', { restock: target.value as RefundFields['restock'] })}
            />
          </div>
          <TextArea
            label={copy.reason}
            hint={copy.reasonHint}
            name="reason"
            rows={2}
            required
            maxLength={MAX_REFUND_REASON_LENGTH}
            error={errors.reason}
            value={fields.reason}
            onChange={({ target }) => set('reason', { reason: target.value })}
          />
          <FormError>{formError}</FormError>
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-ink border-t pt-4">
            <p className="grid min-w-0">
              <span className="wrap-anywhere text-fine text-muted">{copy.getsBack(purchase.name)}</span>
              <output translate="no" className="figures font-semibold text-title">
                {minor === null ? '–' : formatMoney(minor)}
              </output>
            </p>
            <Button type="submit" variant="danger" pending={pending}>
              {copy.submit}
            </Button>
          </div>
        </>
      )}
      <p role="status" className="empty:hidden border border-good bg-sheet px-4 py-3">
        {done}
      </p>
    </form>
  );
}

type LineQuantityProps = Pick<ComponentProps<typeof QuantityField>, 'error' | 'value' | 'onValueChange'> & {
  line: RefundablePurchase['lines'][number];
  shipped: number | null;
  onShippedChange: (shipped: number | null) => void;
};

/** How many pieces of a line are refunded, and how many of them were shipped if that is not certain. With steppers. */
function LineQuantity({ line, value, shipped, onShippedChange, ...field }: LineQuantityProps) {
  const left = line.quantity - line.refundedQuantity;
  const now = value ?? 0;
  const { min, max } = boundShipped(line, now);
  const nowShipped = Math.min(max, Math.max(min, shipped ?? min));
  return (
    <div className="grid gap-3">
      <QuantityField
        {...field}
        label={joinUnits(line.itemName)}
        hint={copy.quantityHint(left, formatMoney(Math.floor((decimalToMinor(line.payable) ?? 0) / line.quantity)))}
        name={toQuantityName(line._id)}
        value={value}
        min={0}
        max={left}
        step={1}
        below={now > 0 ? now - 1 : null}
        above={now < left ? now + 1 : null}
        disabled={left === 0}
        className="max-w-52"
      />
      {min < max && (
        <QuantityField
          label={copy.shippedPieces(joinUnits(line.itemName))}
          hint={copy.shippedPiecesHint}
          name={`shipped-${line._id}`}
          value={nowShipped}
          min={min}
          max={max}
          step={1}
          below={nowShipped > min ? nowShipped - 1 : null}
          above={nowShipped < max ? nowShipped + 1 : null}
          onValueChange={onShippedChange}
          className="max-w-52"
        />
      )}
    </div>
  );
}
