import { type ComponentProps, useId } from 'react';
import { type Control, type FieldErrors, type UseFormRegister, useFormState, useWatch } from 'react-hook-form';
import { FIELD_FORMS } from '#src/shared/tool-fields/field-forms.ts';
import { PLAIN_FIELD_NAMES, PLAIN_FIELDS, type PlainField } from '#src/shared/tool-fields/plain-fields.ts';
import { Field, inputClasses, TextArea, TextField } from '#src/shared/ui/field.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { catalogueCopy as copy } from '../copy.ts';
import type { ToolFormInput } from './tool-form.ts';
import { useAllCategories } from './use-all-categories.ts';

/** `O` is the type that the form's schema returns. */
interface ToolFieldsProps<O> {
  register: UseFormRegister<ToolFormInput>;
  control: Control<ToolFormInput, unknown, O>;
}

/** The fields that every tool has, up to the price. */
export function MainFields<O>({ register, control }: ToolFieldsProps<O>) {
  const { errors } = useFormState<ToolFormInput, O>({ control });
  return (
    <>
      <TextField
        label={copy.formLabels.itemName}
        autoComplete="off"
        enterKeyHint="next"
        required
        error={errors.itemName?.message}
        {...register('itemName')}
      />
      <TextArea label={copy.formLabels.about} required error={errors.about?.message} {...register('about')} />
      <NumberField
        label={copy.formLabels.balance}
        hint={copy.hints.balance}
        inputMode="decimal"
        required
        error={errors.balance?.message}
        {...register('balance')}
      />
    </>
  );
}

export function MinimumField<O>({ register, control }: ToolFieldsProps<O>) {
  const { errors } = useFormState<ToolFormInput, O>({ control });
  return (
    <NumberField
      label={copy.formLabels.minOrderQuantity}
      hint={copy.hints.minOrderQuantity}
      required
      error={errors.minOrderQuantity?.message}
      {...register('minOrderQuantity')}
    />
  );
}

/** The optional fields for ordering: a number, packs, a maximum and volume prices. */
export function TermsFields<O>({ register, control, skuRequired }: ToolFieldsProps<O> & { skuRequired: boolean }) {
  const { errors } = useFormState<ToolFormInput, O>({ control });
  const rows = useWatch({ control, name: 'volumePrices' });
  return (
    <>
      <TextField
        label={copy.formLabels.sku}
        hint={skuRequired ? undefined : copy.hints.sku}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        required={skuRequired}
        error={errors.sku?.message}
        {...register('sku')}
      />
      <NumberField
        label={copy.formLabels.packMultiple}
        hint={copy.hints.packMultiple}
        error={errors.packMultiple?.message}
        {...register('packMultiple')}
      />
      <NumberField
        label={copy.formLabels.maxOrderQuantity}
        hint={copy.hints.maxOrderQuantity}
        error={errors.maxOrderQuantity?.message}
        {...register('maxOrderQuantity')}
      />
      <NumberField
        label={copy.formLabels.reorderLevel}
        hint={copy.hints.reorderLevel}
        error={errors.reorderLevel?.message}
        {...register('reorderLevel')}
      />
      <fieldset className="grid gap-3">
        <legend className="font-semibold leading-snug">{copy.formLabels.volumePrices}</legend>
        <p className="-mt-1 text-fine text-muted">{copy.hints.volumePrices}</p>
        {rows.map((_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <VolumePriceRow key={row} row={row} register={register} errors={errors} />
        ))}
      </fieldset>
    </>
  );
}

/** The optional fields that describe a tool on its page. */
export function DetailFields<O>({ register, control, slugRequired }: ToolFieldsProps<O> & { slugRequired: boolean }) {
  const { errors } = useFormState<ToolFormInput, O>({ control });
  const paths = useId();
  const categories = useAllCategories();
  const text = (name: PlainField | 'category' | 'weight' | 'size' | 'makerName' | 'slug') => ({
    label: copy.formLabels[name],
    autoComplete: 'off',
    enterKeyHint: 'next' as const,
    error: errors[name]?.message,
    ...register(name),
  });
  const lines = (name: PlainField | 'specifications' | 'makerAddress' | 'relations') => ({
    label: copy.formLabels[name],
    error: errors[name]?.message,
    ...register(name),
  });
  return (
    <>
      <TextField hint={copy.hints.category} list={paths} {...text('category')} />
      <datalist id={paths}>
        {categories.map(({ slug, path }) => (
          <option key={slug} value={path} />
        ))}
      </datalist>
      <TextArea rows={8} hint={copy.hints.specifications} {...lines('specifications')} />
      <TextField hint={copy.hints.weight} {...text('weight')} />
      <TextField hint={copy.hints.size} {...text('size')} />
      {PLAIN_FIELD_NAMES.map((name) => {
        const { hint, rows, inputMode, none = copy.noOption } = FIELD_FORMS[name];
        const { options } = PLAIN_FIELDS[name];
        if (options) {
          const choices = [['', none] as const, ...Object.entries(options)];
          return <SelectField key={name} options={choices} hint={hint} {...lines(name)} />;
        }
        return rows ? (
          <TextArea key={name} rows={rows} hint={hint} {...lines(name)} />
        ) : (
          <TextField key={name} hint={hint} inputMode={inputMode} {...text(name)} />
        );
      })}
      <TextField hint={copy.hints.maker} {...text('makerName')} />
      <TextArea rows={3} {...lines('makerAddress')} />
      <TextArea rows={4} hint={copy.hints.relations} {...lines('relations')} />
      <TextField
        hint={slugRequired ? copy.hints.slug : copy.hints.newSlug}
        required={slugRequired}
        spellCheck={false}
        autoCapitalize="none"
        {...text('slug')}
      />
    </>
  );
}

function VolumePriceRow({
  row,
  register,
  errors,
}: {
  row: number;
  register: UseFormRegister<ToolFormInput>;
  errors: FieldErrors<ToolFormInput>;
}) {
  const { volumePrice } = copy;
  const error = errors.volumePrices?.[row];
  const inputs = [
    ['quantity', volumePrice.from, volumePrice.fromLabel(row + 1), 'numeric'],
    ['unitPrice', volumePrice.each, volumePrice.eachLabel(row + 1), 'decimal'],
  ] as const;
  return (
    <div className="grid grid-cols-2 items-start gap-x-4">
      {inputs.map(([name, label, fullLabel, inputMode]) => (
        <Field
          key={name}
          label={row === 0 ? label : <span className="sr-only">{label}</span>}
          error={error?.[name]?.message}
        >
          {(control) => (
            <input
              type="text"
              inputMode={inputMode}
              autoComplete="off"
              enterKeyHint="next"
              {...register(`volumePrices.${row}.${name}`)}
              {...control}
              aria-label={fullLabel}
              className={`${inputClasses} figures text-right`}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

/** A field for a number. Its input is text, so that a typo is explained rather than dropped by the browser. */
export function NumberField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField inputMode="numeric" autoComplete="off" enterKeyHint="next" className="figures text-right" {...props} />
  );
}
