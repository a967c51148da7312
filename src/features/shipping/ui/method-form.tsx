import { useEffect, useRef, useState } from 'react';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { FormEnd } from '#src/shared/ui/form-end.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import { readNewer } from '#src/shared/versions.ts';
import type { WireMethod, WireZone } from '../contract.ts';
import { METHOD_KIND_LABELS, shippingCopy } from '../copy.ts';
import type { MethodKind, WeightUnit } from '../rules.ts';
import { describeMethod } from './describe-method.ts';
import { type MethodBody, type MethodDraft, toMethodBody, toMethodDraft } from './method-draft.ts';
import { RateFields } from './rate-fields.tsx';
import type { EntryFormActions } from './shipping-list.tsx';

const { methods: copy } = shippingCopy;

interface MethodFormProps extends EntryFormActions<MethodBody> {
  /** The method to change; null adds one. */
  method: WireMethod | null;
  zones: readonly WireZone[];
  /** The unit of weight of a new method. */
  weightUnit: WeightUnit;
}

/** Adds or changes a method. If somebody else was faster, the newer version is shown, and saving again replaces it. */
export function MethodForm({ method, zones, weightUnit, onSend, onCancel }: MethodFormProps) {
  const [draft, setDraft] = useState(() => toMethodDraft(method, zones[0]?._id ?? '', weightUnit));
  const [newer, setNewer] = useState<WireMethod | null>(null);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { props, pending, errors, formError, clearErrors } = useFormSubmission({
    async send() {
      const problem = await onSend(toMethodBody(draft), (newer ?? method)?.version);
      if (problem) setNewer((shown) => readNewer<WireMethod>(problem, 'shipping_method') ?? shown);
      return problem;
    },
  });
  const change = (changes: Partial<MethodDraft>) => {
    clearErrors(...Object.keys(changes));
    setDraft((before) => ({ ...before, ...changes }));
  };
  type TextName = Exclude<keyof MethodDraft, 'rates' | 'active'>;
  const toProps = (name: TextName) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    error: errors[name],
    autoComplete: 'off',
  });
  const toFigureProps = (name: TextName) => ({
    ...toProps(name),
    inputMode: 'decimal' as const,
    className: 'figures text-right',
  });
  const { kind } = draft;
  const isPriced = kind !== 'pickup' && kind !== 'by_quote';
  const pair = 'grid items-end gap-x-8 gap-y-5 sm:grid-cols-2';

  return (
    <form
      {...props}
      aria-label={method ? copy.changeTitle(method.name) : copy.addTitle}
      className="grid max-w-2xl gap-5 border border-ink bg-sheet p-4 sm:p-5"
    >
      <TextField ref={first} label={copy.name} hint={copy.nameHint} required {...toProps('name')} />
      <div className={pair}>
        <SelectField
          label={copy.kind}
          options={Object.entries(METHOD_KIND_LABELS)}
          {...toProps('kind')}
          onChange={(event) => change({ kind: event.target.value as MethodKind })}
        />
        {kind !== 'pickup' && (
          <SelectField
            label={copy.zone}
            required
            options={[['', copy.chooseZone], ...zones.map(({ _id, name }) => [_id, name] as const)]}
            {...toProps('zoneId')}
          />
        )}
      </div>
      {kind === 'by_quote' && <p className="text-muted">{copy.quoteHint}</p>}
      {kind === 'pickup' && (
        <>
          <TextArea label={copy.pickupAddress} hint={copy.pickupAddressHint} rows={3} {...toProps('pickupAddress')} />
          <TextField label={copy.pickupHours} hint={copy.pickupHoursHint} {...toProps('pickupHours')} />
        </>
      )}
      {isPriced && <RateFields draft={draft} errors={errors} clearErrors={clearErrors} onChange={change} />}
      {(kind === 'by_weight' || kind === 'by_value') && (
        <div className={pair}>
          <TextField
            label={kind === 'by_weight' ? copy.upTo.by_weight(draft.weightUnit) : copy.upTo.by_value}
            hint={copy.upToHint}
            {...toFigureProps('upTo')}
          />
        </div>
      )}
      {kind !== 'by_quote' && (
        <div className={pair}>
          {isPriced && <TextField label={copy.freeFrom} hint={copy.freeFromHint} {...toFigureProps('freeFrom')} />}
          <TextField label={copy.handling} hint={copy.handlingHint} {...toFigureProps('handling')} />
        </div>
      )}
      {kind !== 'pickup' && (
        <div className={pair}>
          <TextField label={copy.daysMin} hint={copy.daysHint} {...toFigureProps('daysMin')} inputMode="numeric" />
          <TextField label={copy.daysMax} {...toFigureProps('daysMax')} inputMode="numeric" />
        </div>
      )}
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-4 accent-signal"
          checked={draft.active}
          onChange={({ target }) => change({ active: target.checked })}
        />
        {copy.isActive}
      </label>
      <FormEnd
        newer={newer && { title: shippingCopy.newer, text: `${newer.name}: ${describeMethod(newer, zones)}` }}
        error={formError}
        pending={pending}
        submit={shippingCopy.save}
        cancel={shippingCopy.cancel}
        onCancel={onCancel}
      />
    </form>
  );
}
