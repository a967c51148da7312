import { useState } from 'react';
import { Button } from '#src/shared/ui/button.tsx';
import { inputClasses, TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import type { Import, ImportMapping } from '../contract.ts';
import { importCopy } from '../copy.ts';
import { FIELD_NAMES } from '../field-names.ts';
import { type ColumnMeaning, type FileFormat, IMPORT_FIELDS, type ImportColumn } from '../rules.ts';
import { MinimumOrderField } from './minimum-order-field.tsx';
import { useMapping } from './use-mapping.ts';

const copy = importCopy.mapping;

type Row = ImportColumn & { at: number };

/**
 * What the columns of a file stand for and how the file is read, with some of its values and the button that checks it
 * again.
 */
export function ImportMappingForm({ shown, refresh }: { shown: Import; refresh: () => Promise<void> }) {
  const [fields, setFields] = useState(() => shown.columns.map(({ field }) => field));
  const [format, setFormat] = useState<FileFormat | null>(shown.format);
  const [minimum, setMinimum] = useState(String(shown.newMinimumOrder ?? ''));
  const mapping = useMapping(shown, refresh);
  const { isPending, problem } = mapping;

  // A file that could not be read has no columns, but can be read with another format.
  const hasColumns = shown.columns.length > 0;

  // Once it was given, nothing asks for it any more, so it is changed here.
  const hasMinimum = hasColumns && shown.newMinimumOrder !== null && !fields.includes('minOrderQuantity');
  const isMinimumChanged = hasMinimum && minimum !== String(shown.newMinimumOrder);

  const send = () =>
    mapping.send({
      ...changedOf(format, shown.format),
      ...(hasColumns ? { fields } : {}),
      ...(isMinimumChanged ? { newMinimumOrder: Number(minimum) } : {}),
    });

  const columns: Column<Row>[] = [
    {
      header: copy.column,
      rowHeader: true,
      fullWidth: true,
      width: 'w-44 lg:w-60',
      cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
    },
    {
      header: copy.samples,
      cell: ({ samples }) => <span className="text-fine text-muted wrap-anywhere">{samples.join(' · ') || '–'}</span>,
    },
    {
      header: copy.field,
      width: 'w-52 lg:w-64',
      cell: ({ at, name }) => (
        <select
          aria-label={copy.fieldOf(name)}
          className={inputClasses}
          value={fields[at] ?? ''}
          onChange={({ target }) =>
            setFields(
              fields.map((field, other) => (other === at ? ((target.value || null) as ColumnMeaning | null) : field)),
            )
          }
        >
          <option value="">{copy.none}</option>
          <option value="specification">{copy.specification}</option>
          {IMPORT_FIELDS.map((field) => (
            <option key={field} value={field} disabled={fields.includes(field) && fields[at] !== field}>
              {FIELD_NAMES[field]}
            </option>
          ))}
        </select>
      ),
    },
  ];

  return (
    <Section title={hasColumns ? copy.title : copy.formatTitle}>
      <p className="mt-2 text-muted">{hasColumns ? copy.text : copy.formatText}</p>
      {format && (
        <div className="mt-6 grid items-start gap-6 sm:grid-cols-2 xl:grid-cols-4">
          {(['encoding', 'separator', 'decimal'] as const).map((name) => (
            <SelectField
              key={name}
              label={copy[name]}
              value={format[name]}
              options={Object.entries(importCopy[`${name}s`])}
              onChange={({ target }) => setFormat({ ...format, [name]: target.value })}
            />
          ))}
          <TextField
            label={copy.headerRow}
            inputMode="numeric"
            value={String(format.headerRow)}
            error={problem?.errors.headerRow}
            onChange={({ target }) => setFormat({ ...format, headerRow: Number(target.value.replaceAll(/\D/g, '')) })}
          />
        </div>
      )}
      {hasColumns && (
        <div className="mt-6">
          <Table
            caption={copy.title}
            columns={columns}
            rows={shown.columns.map((column, at) => ({ ...column, at }))}
            rowKey={({ at }) => String(at)}
          />
        </div>
      )}
      {hasMinimum && (
        <div className="mt-6 max-w-xl">
          <MinimumOrderField value={minimum} error={problem?.errors.newMinimumOrder} onChange={setMinimum} />
        </div>
      )}
      <div className="mt-6 grid gap-4">
        <FormError>{problem ? (problem.errors.fields ?? problem.detail) : null}</FormError>
        <div>
          <Button
            variant={shown.state === 'failed' ? 'primary' : 'secondary'}
            className="w-full sm:w-auto"
            pending={isPending}
            onClick={() => void send()}
          >
            {copy.button}
          </Button>
        </div>
      </div>
    </Section>
  );
}

/** The changed parts of the format. The others are detected again, since they may depend on them. */
function changedOf(wanted: FileFormat | null, found: Import['format']): ImportMapping {
  const entries = Object.entries(wanted ?? {}) as [keyof FileFormat, never][];
  return Object.fromEntries(entries.filter(([name, value]) => value !== found?.[name]));
}
