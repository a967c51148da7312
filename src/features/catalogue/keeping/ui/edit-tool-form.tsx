import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { Section } from '#src/shared/ui/page.tsx';
import { UploadForm } from '#src/shared/ui/upload-form.tsx';
import { readNewer, toIfMatch } from '#src/shared/versions.ts';
import type { ToolToEdit } from '../contract.ts';
import { catalogueCopy as copy } from '../copy.ts';
import { type ChangeableField, listChangedFields, type SentFields } from '../tool-changes.ts';
import type { ToolFormValues } from '../tool-form-schema.ts';
import { EditorIndex, type EditorPart } from './editor-index.tsx';
import { ToolConflict, type ToolDifference } from './tool-conflict.tsx';
import { DetailFields, MainFields, MinimumField, TermsFields } from './tool-fields.tsx';
import { FORM_FIELDS, INPUT_NAMES, type ToolFormInput, toToolBody, toToolFormInput } from './tool-form.ts';
import { ToolPreview } from './tool-preview.tsx';

const validator = lazyValidator(async () => (await import('../tool-form-schema.ts')).toolFormSchema);

interface EditToolFormProps {
  tool: ToolToEdit;
  email: string;
  onSaved: () => void;
  /** What else the page changes, each part with an id of `EDITOR_PARTS`. */
  children: ReactNode;
}

/**
 * A form that changes a tool, with an index of the page and a preview of its catalog entry beside it. It sends only the
 * changed fields. If somebody else changed the tool meanwhile, fields that were not touched here are updated; the others
 * are shown side by side.
 */
export function EditToolForm({ tool, email, onSaved, children }: EditToolFormProps) {
  const form = useForm({ resolver: validator.resolver, defaultValues: toToolFormInput(tool) });
  const draft = useWatch({ control: form.control });
  /** The tool as it was last read. */
  const [base, setBase] = useState(tool);
  const [differences, setDifferences] = useState<ToolDifference[]>([]);
  /**
   * A draft belongs to the version of the fields it was typed over. Over another version, it would silently replace
   * what somebody else has stored. Pictures and documents have panels of their own and do not affect it.
   */
  const [draftBase, setDraftBase] = useState(() => toDraftBase(tool));
  const saved = useRef(false);
  const sentFields = useRef<SentNames>({ names: [], price: undefined });
  const common = { register: form.register, control: form.control };

  const followConflict = (newer: ToolToEdit) => {
    const [before, now, typed] = [toToolFormInput(base), toToolFormInput(newer), form.getValues()];
    const touched = listTouched(typed, before);
    for (const name of INPUT_NAMES) if (!touched.includes(name)) form.setValue(name, now[name]);
    setBase(newer);
    setDifferences(
      touched
        .filter((name) => !isSame(name, typed, now) && !isSame(name, before, now))
        .map((name) => ({ name, yours: typed[name], theirs: now[name] })),
    );
  };

  const follow = useEffectEvent((newer: ToolToEdit) => {
    if (!saved.current) {
      if (newer.version !== base.version) followConflict(newer);
      return;
    }
    saved.current = false;
    form.reset(toToolFormInput(newer));
    setBase(newer);
    setDifferences([]);
    setDraftBase(toDraftBase(newer));
  });
  // The tool was read again: after saving here, or because somebody changed it meanwhile.
  useEffect(() => follow(tool), [tool]);

  return (
    <div className="tool-editor">
      <aside className="tool-aside">
        <EditorIndex />
        <ToolPreview draft={{ ...draft, quantity: tool.quantity }} imageUrl={tool.picture} />
      </aside>
      <div className="grid gap-14 [&_input]:scroll-mt-24 [&_input]:scroll-mb-48">
        <UploadForm
          form={form}
          validator={validator}
          fields={FORM_FIELDS}
          draft={`product:${email}:${tool._id}:${draftBase}`}
          send={(fields) => {
            const sent: SentFields = {
              ...toToolBody(fields),
              relations: toRelations(fields.relations, base.related),
            };
            const names = listChangedFields(base, sent);
            const body = Object.fromEntries(names.map((name) => [name, sent[name]]));
            sentFields.current = { names, price: sent.balance };
            return callApi(`/tools/${tool._id}`, { method: 'PATCH', body, headers: toIfMatch(base.version) });
          }}
          onProblem={(problem) => {
            const newer = readNewer<ToolToEdit>(problem, 'tool');
            if (newer) followConflict(newer);
            // The problem's message is shown anyway.
            return false;
          }}
          onSuccess={() => {
            saved.current = true;
            onSaved();
          }}
          stored={() => ({
            title: describeSaved(sentFields.current),
            text: base.state === 'draft' ? copy.edit.savedDraft : copy.edit.savedNext,
          })}
          submit={copy.edit.save}
          note={copy.edit.unsaved(toLabels(listTouched(draft, toToolFormInput(base))))}
        >
          {differences.length > 0 && (
            <ToolConflict
              differences={differences}
              onTake={({ name, theirs }) => {
                form.setValue(name, theirs);
                form.setFocus(name === 'volumePrices' ? 'volumePrices.0.quantity' : name);
                setDifferences((others) => others.filter((other) => other.name !== name));
              }}
            />
          )}
          <FormPart id="basics" title={copy.edit.basics}>
            <MainFields {...common} />
            <MinimumField {...common} />
          </FormPart>
          <FormPart id="ordering" title={copy.edit.ordering}>
            <TermsFields {...common} skuRequired />
          </FormPart>
          <FormPart id="details" title={copy.edit.details}>
            <DetailFields {...common} slugRequired />
          </FormPart>
        </UploadForm>
        {children}
      </div>
    </div>
  );
}

function FormPart({ id, title, children }: { id: EditorPart; title: string; children: ReactNode }) {
  return (
    <Section id={id} title={title}>
      <div className="mt-6 mb-6 grid gap-6">{children}</div>
    </Section>
  );
}

type Typed = Partial<Record<keyof ToolFormInput, unknown>>;

const isSame = (name: keyof ToolFormInput, one: Typed, other: Typed) =>
  JSON.stringify(one[name]) === JSON.stringify(other[name]);

/** The fields in which what was typed differs from the stored tool. */
function listTouched(typed: Typed, stored: ToolFormInput) {
  return INPUT_NAMES.filter((name) => !isSame(name, typed, stored));
}

interface SentNames {
  names: readonly ChangeableField[];
  price: SentFields['balance'];
}

/** What was saved: the price if that is all, otherwise the labels of the fields. */
function describeSaved({ names, price }: SentNames): string {
  if (names.length === 1 && names[0] === 'balance') return copy.edit.savedPrice(formatDecimalMoney(price ?? 0));
  return copy.edit.saved(toLabels(names));
}

function toLabels(names: readonly string[]): string[] {
  const labels: Readonly<Partial<Record<string, string>>> = copy.formLabels;
  return names.map((name) => labels[name] ?? labels.makerName ?? '');
}

/** The fields of the form. */
function toDraftBase(tool: ToolToEdit): string {
  return JSON.stringify(toToolFormInput(tool));
}

/** Names a tool by its id if it is related already, so that only changes are sent. */
function toRelations(typed: ToolFormValues['relations'], related: ToolToEdit['related']) {
  return typed.map(({ kind, sku }) => {
    const known = related.find((other) => other.sku.toLowerCase() === sku.toLowerCase());
    return known ? { kind, toolId: known._id } : { kind, sku };
  });
}
