import { useState } from 'react';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import type { Import } from '../contract.ts';
import { importCopy } from '../copy.ts';
import { FIELD_NAMES } from '../field-names.ts';
import { type ImportField, REQUIRED_FIELDS } from '../rules.ts';
import { MinimumOrderField } from './minimum-order-field.tsx';
import { useMapping } from './use-mapping.ts';

const copy = importCopy.missing;

/** The fields without which no row of this file can become a product, and that none of its columns stands for. */
export function listMissingFields({ columns, faultRows, state, newMinimumOrder }: Import): ImportField[] {
  if (columns.length === 0) return [];
  const isMapped = (wanted: ImportField) => columns.some(({ field }) => field === wanted);
  const hasKey = isMapped('sku') || isMapped('gtin');
  // A file that only changes products needs no more than their keys.
  const needed = faultRows > 0 || state === 'failed' ? REQUIRED_FIELDS.filter((field) => !isMapped(field)) : [];
  const open = needed.filter((field) => field !== 'minOrderQuantity' || newMinimumOrder === null);
  return hasKey ? open : ['sku', ...open];
}

/** The choice of columns for these fields, before everything else: without it, all rows have the same fault. */
export function MissingColumns({
  shown,
  fields,
  refresh,
}: {
  shown: Import;
  fields: readonly ImportField[];
  refresh: () => Promise<void>;
}) {
  const [chosen, setChosen] = useState<{ [Field in ImportField]?: string }>({});
  const [minimum, setMinimum] = useState('');
  const { send, isPending, problem } = useMapping(shown, refresh);
  const options = [
    ['', copy.none] as const,
    ...shown.columns.flatMap(({ name, field, samples }, at) =>
      field === null ? [[String(at), samples[0] ? `${name} (${samples[0]})` : name] as const] : [],
    ),
  ];
  const isOpen = fields.includes('minOrderQuantity') && !chosen.minOrderQuantity;
  const check = () => {
    const mapped = shown.columns.map(
      ({ field }, at) => fields.find((wanted) => chosen[wanted] === String(at)) ?? field,
    );
    return send({ fields: mapped, ...(isOpen && minimum !== '' ? { newMinimumOrder: Number(minimum) } : {}) });
  };
  return (
    <Section title={copy.title}>
      <p className="mt-2 text-muted">{copy.text}</p>
      <div className="mt-6 grid items-start gap-6 sm:grid-cols-2 xl:grid-cols-4">
        {fields.map((field) => (
          <SelectField
            key={field}
            label={FIELD_NAMES[field]}
            hint={field === 'sku' ? copy.keyHint : undefined}
            options={options}
            value={chosen[field] ?? ''}
            onChange={({ target }) => setChosen({ ...chosen, [field]: target.value })}
          />
        ))}
        {isOpen && <MinimumOrderField value={minimum} error={problem?.errors.newMinimumOrder} onChange={setMinimum} />}
      </div>
      <div className="mt-6 grid gap-4">
        <FormError>{problem ? (problem.errors.fields ?? problem.detail) : null}</FormError>
        <div>
          <Button className="w-full sm:w-auto" pending={isPending} onClick={() => void check()}>
            {importCopy.mapping.button}
          </Button>
        </div>
      </div>
    </Section>
  );
}
