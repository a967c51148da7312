import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { type FormImage, UploadForm } from '#src/shared/ui/upload-form.tsx';
import { readNewer, toIfMatch } from '#src/shared/versions.ts';
import type { ToolToEdit } from '../contract.ts';
import { catalogueCopy as copy } from '../copy.ts';
import { type ChangeableField, listChangedFields, type SentFields } from '../tool-changes.ts';
import type { ToolFormValues } from '../tool-form-schema.ts';
import { ToolConflict, type ToolDifference } from './tool-conflict.tsx';
import { DetailFields, MainFields, MinimumField, TermsFields } from './tool-fields.tsx';
import { FORM_FIELDS, INPUT_NAMES, type ToolFormInput, toToolBody, toToolFormInput } from './tool-form.ts';
import { ToolPreview } from './tool-preview.tsx';

const validator = lazyValidator(async () => (await import('../tool-form-schema.ts')).toolFormSchema);

interface EditToolFormProps {
  tool: ToolToEdit;
  email: string;
  image: FormImage;
  onSaved: () => void;
}

/**
 * A form that changes a tool, beside a preview of its catalog entry. It sends only the changed fields. If somebody else
 * changed the tool meanwhile, fields that were not touched here are updated; the others are shown side by side.
 */
export function EditToolForm({ tool, email, image, onSaved }: EditToolFormProps) {
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
    const isSame = (name: keyof ToolFormInput, one: ToolFormInput, other: ToolFormInput) =>
      JSON.stringify(one[name]) === JSON.stringify(other[name]);
    const touched = INPUT_NAMES.filter((name) => !isSame(name, typed, before));
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
    image.reset();
    setBase(newer);
    setDifferences([]);
    setDraftBase(toDraftBase(newer));
  });
  // The tool was read again: after saving here, or because somebody changed it meanwhile.
  useEffect(() => follow(tool), [tool]);

  return (
    <div className="grid gap-x-12 gap-y-14 xl:grid-cols-[minmax(0,36rem)_minmax(16rem,24rem)]">
      <UploadForm
        form={form}
        validator={validator}
        fields={FORM_FIELDS}
        draft={`product:${email}:${tool._id}:${draftBase}`}
        image={{ ...image, name: 'picture', needed: false }}
        send={(fields, imageUrl) => {
          const sent: SentFields = {
            ...toToolBody(fields),
            relations: toRelations(fields.relations, base.related),
            ...(imageUrl === tool.picture ? {} : { picture: imageUrl }),
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
        <MainFields {...common} />
        <MinimumField {...common} />
        <TermsFields {...common} skuRequired />
        <DetailFields {...common} slugRequired />
        {image.field}
      </UploadForm>
      <ToolPreview draft={{ ...draft, quantity: tool.quantity }} imageUrl={image.preview?.src ?? tool.picture} />
    </div>
  );
}

interface SentNames {
  names: readonly ChangeableField[];
  price: SentFields['balance'];
}

/** What was saved: the price if that is all, otherwise the labels of the fields. */
function describeSaved({ names, price }: SentNames): string {
  if (names.length === 1 && names[0] === 'balance') return copy.edit.savedPrice(formatDecimalMoney(price ?? 0));
  const labels: Readonly<Partial<Record<string, string>>> = copy.formLabels;
  return copy.edit.saved(
    names.map((name) => labels[name] ?? (name === 'maker' ? labels.makerName : copy.edit.picture) ?? ''),
  );
}

/** The fields of the form, without the picture. */
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
