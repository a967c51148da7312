import { getTableConfig, PgDialect } from 'drizzle-orm/pg-core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { auditCopy } from '#src/features/audit/copy.ts';
import { toolFormSchema } from '#src/features/catalogue/keeping/tool-form-schema.ts';
import { DetailFields } from '#src/features/catalogue/keeping/ui/tool-fields.tsx';
import { EMPTY_TOOL } from '#src/features/catalogue/keeping/ui/tool-form.ts';
import { listChosenFilters } from '#src/features/catalogue/range/category-params.ts';
import { parseFilters } from '#src/features/catalogue/range/filter-params.ts';
import { newToolSchema, type Tool, toolChangeSchema } from '#src/features/catalogue/tool/contract.ts';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { guessFields } from '#src/features/imports/field-names.ts';
import { formatCell, parseCell } from '#src/flows/imports/tool-cells.server.ts';
import {
  listShownFields,
  PLAIN_FIELD_NAMES,
  PLAIN_FIELDS,
  type PlainField,
} from '#src/shared/tool-fields/plain-fields.ts';

// No field has options yet. This one is added before anything is derived from the lists.
vi.mock('#src/shared/tool-fields/plain-fields.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#src/shared/tool-fields/plain-fields.ts')>();
  const madeUpChoice = {
    label: 'Made-up choice',
    empty: '',
    options: { battery: 'Battery (18 V)', mains: 'Mains' },
    shown: 'compared',
    filter: { parameter: 'choice', sentence: 'Please send a choice, such as mains.' },
    search: 'C',
  };
  Object.assign(original.PLAIN_FIELDS, { madeUpChoice });
  Object.assign(original.EMPTY_PLAIN_FIELDS, { madeUpChoice: '' });
  original.PLAIN_FIELD_NAMES.push('madeUpChoice' as never);
  return original;
});
vi.mock('#src/shared/tool-fields/field-forms.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#src/shared/tool-fields/field-forms.ts')>();
  const madeUpChoice = { hint: 'What drives it.', description: 'battery or mains.', otherColumns: 'drive' };
  Object.assign(original.FIELD_FORMS, { madeUpChoice });
  return original;
});
vi.mock('#src/features/catalogue/tool/editable-fields.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#src/features/catalogue/tool/editable-fields.ts')>();
  const { createOptionField } = await import('#src/features/catalogue/tool/option-field.ts');
  Object.assign(original.editableFields, { madeUpChoice: createOptionField('madeUpChoice' as never) });
  return original;
});

const NAME = 'madeUpChoice' as PlainField;
const SENTENCE = 'Please choose one of these: Battery (18 V), Mains.';
function Form() {
  const { register, control } = useForm({ defaultValues: EMPTY_TOOL });
  return createElement(DetailFields, { register, control, slugRequired: false } as never);
}

const withChoice = (madeUpChoice: string) => ({ ...EMPTY_TOOL, madeUpChoice }) as unknown as Tool;

test.each([newToolSchema, toolChangeSchema, toolFormSchema])('only its values and labels are accepted', (schema) => {
  const read = (madeUpChoice: unknown) => {
    const { error } = schema.safeParse({ madeUpChoice });
    return error?.issues.find(({ path }) => path[0] === NAME)?.message ?? 'accepted';
  };
  expect(['', 'battery', ' MAINS ', 'battery (18 v)'].map(read)).toEqual(Array(4).fill('accepted'));
  expect(['steam', 'batter', 'x'.repeat(200)].map(read)).toEqual(Array(3).fill(SENTENCE));
});

test('the API stores the value, whether it was sent as a value or a label', () => {
  const store = (madeUpChoice: string) => toolChangeSchema.parse({ madeUpChoice, version: 1 });
  expect(store('Mains')).toMatchObject({ madeUpChoice: 'mains' });
  expect(store('')).toMatchObject({ madeUpChoice: '' });
});

test('the form has a list of the labels, which begins with none of them', () => {
  const [, select = ''] =
    /(<select[^>]*name="madeUpChoice".*?<\/select>)/s.exec(renderToStaticMarkup(createElement(Form))) ?? [];
  expect(select.match(/<option value="[^"]*"[^>]*>[^<]*/g)).toEqual([
    expect.stringContaining('value=""'),
    '<option value="battery">Battery (18 V)',
    '<option value="mains">Mains',
  ]);
  expect(EMPTY_TOOL).toMatchObject({ madeUpChoice: '' });
});

test('a column of a CSV file sets it, and an export has the value', () => {
  const names = { skus: new Map(), paths: new Map() };
  const field = NAME as Parameters<typeof parseCell>[0];
  expect(['Battery (18 V)', 'mains', '', 'steam'].map((text) => parseCell(field, text, '.'))).toEqual([
    { value: 'battery' },
    { value: 'mains' },
    { value: '' },
    { reason: SENTENCE },
  ]);
  expect(parseCell(field, 'x'.repeat(200), '.')).toEqual({ reason: SENTENCE });
  expect(formatCell({ ...withChoice('mains'), reorderLevel: null }, field, names)).toBe('mains');
  expect(guessFields(['SKU', 'Made-up choice']).at(-1)).toBe(NAME);
  expect(guessFields(['SKU', 'Drive']).at(-1)).toBe(NAME);
});

test('pages and filters show its labels, and the history its name', () => {
  for (const where of ['page', 'compared'] as const)
    expect(listShownFields(withChoice('battery'), where)).toContainEqual(['Made-up choice', 'Battery (18 V)']);
  const { filters, errors } = parseFilters(new URLSearchParams('choice=battery'));
  expect(errors).toEqual({});
  expect(listChosenFilters(filters).map(({ label }) => label)).toEqual(['Made-up choice: Battery (18 V)']);
  expect(parseFilters(new URLSearchParams('choice=steam')).errors).toEqual({
    choice: 'Please send a choice, such as mains.',
  });
  expect(auditCopy.values).toMatchObject({ madeUpChoice: 'Made-up choice' });
});

test('the database accepts its values and nothing else', () => {
  const { checks } = getTableConfig(tools);
  const found = checks.find(({ name }) => name === 'tools_made_up_choice');
  expect(found && new PgDialect().sqlToQuery(found.value).sql).toBe(`made_up_choice in ('', 'battery', 'mains')`);
});

test('values can stand in SQL as they are', () => {
  const values = PLAIN_FIELD_NAMES.flatMap((name) => Object.keys(PLAIN_FIELDS[name].options ?? {}));
  expect(values.filter((value) => !/^[a-z][a-z0-9_-]*$/.test(value))).toEqual([]);
});
