import { useEffect, useEffectEvent, useRef } from 'react';
import { type Control, type UseFormRegister, useForm, useWatch } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { SuccessNote } from '#src/shared/ui/dialog.tsx';
import { type FormImage, UploadForm } from '#src/shared/ui/upload-form.tsx';
import type { ToolToEdit } from '../contract.ts';
import { catalogueCopy } from '../copy.ts';
import { DetailFields, MainFields, MinimumField, NumberField, TermsFields } from './tool-fields.tsx';
import {
  EMPTY_TOOL,
  FORM_FIELDS,
  INPUT_NAMES,
  type NewToolFormInput,
  type ToolFormInput,
  toToolBody,
  toToolFormInput,
} from './tool-form.ts';
import { ToolPreview } from './tool-preview.tsx';

const validator = lazyValidator(async () => (await import('../tool-form-schema.ts')).newToolFormSchema);
const FIELDS = [...FORM_FIELDS, 'quantity'] as const;

/** The fields that are not folded away. */
const SHOWN: ReadonlySet<string> = new Set(['itemName', 'about', 'balance', 'quantity', 'minOrderQuantity']);

/**
 * A form with all fields of a tool, beside a preview of its catalog entry. It uploads the image first, then stores the
 * tool with the image's URL. `template` is a tool to copy everything from but its SKU and its stock.
 */
export function AddToolForm({
  email,
  image,
  template,
}: {
  email: string;
  image: FormImage;
  template: ToolToEdit | null;
}) {
  const form = useForm({
    resolver: validator.resolver,
    defaultValues: template ? { ...EMPTY_TOOL, ...toToolFormInput(template), sku: '', slug: '', gtin: '' } : EMPTY_TOOL,
  });
  const added = useRef('');
  const draft = useWatch({ control: form.control });
  const { errors } = form.formState;
  const common = {
    register: form.register as unknown as UseFormRegister<ToolFormInput>,
    control: form.control as unknown as Control<ToolFormInput>,
  };
  const more = useRef<HTMLDetailsElement>(null);
  const hidden = FIELDS.find((name) => !SHOWN.has(name) && form.getFieldState(name, form.formState).invalid);
  const hasShownError = Object.keys(errors).some((name) => SHOWN.has(name));
  const showHidden = useEffectEvent((_attempt: number, name: (typeof FIELDS)[number] | undefined) => {
    if (!name || !more.current) return;
    more.current.open = true;
    if (!hasShownError) form.setFocus(name);
  });
  // Unfolds them at each attempt: while nobody sees the error, the button seems to do nothing.
  const { submitCount } = form.formState;
  useEffect(() => showHidden(submitCount, hidden), [submitCount, hidden]);
  const hasHiddenInput = INPUT_NAMES.some((name) => !SHOWN.has(name) && isFilled(draft[name]));
  useEffect(() => {
    // A restored draft or a copied tool may fill folded fields.
    if (hasHiddenInput && more.current) more.current.open = true;
  }, [hasHiddenInput]);
  return (
    <div className="grid gap-x-12 gap-y-14 [&_input]:scroll-mt-24 [&_input]:scroll-mb-48 xl:grid-cols-[minmax(0,36rem)_minmax(16rem,24rem)]">
      <SuccessNote
        note={() => `${added.current} is now on sale and comes first on the home page. You can add another product.`}
      >
        <UploadForm
          form={form}
          validator={validator}
          fields={FIELDS}
          draft={template ? `product:${email}:${template._id}` : `product:${email}`}
          image={{ ...image, name: 'picture', needed: true }}
          send={(fields, imageUrl) => {
            added.current = fields.itemName;
            const body = {
              ...toToolBody(fields),
              picture: imageUrl,
              ...(template ? copyFiles(template, imageUrl) : {}),
            };
            return callApi('/tools', { method: 'POST', body });
          }}
          submit={copy.dashboard.addProduct}
          note={catalogueCopy.addNote}
        >
          <MainFields {...common} />
          <InitialStockField register={form.register} error={errors.quantity?.message} />
          <MinimumField {...common} />
          {image.field}
          <details ref={more} className="border-line border-y py-2">
            <summary className="min-h-11 cursor-pointer content-center font-semibold">{catalogueCopy.more}</summary>
            <div className="grid gap-6 pt-4 pb-6">
              <TermsFields {...common} skuRequired={false} />
              <DetailFields {...common} slugRequired={false} />
            </div>
          </details>
        </UploadForm>
      </SuccessNote>
      <ToolPreview draft={draft} imageUrl={image.preview?.src} />
    </div>
  );
}

/** The further pictures and the documents of the template. */
function copyFiles({ pictures, documents }: ToolToEdit, picture: string) {
  return {
    pictures: [picture, ...pictures.slice(1).filter((other) => other !== picture)],
    documents: documents.map(({ kind, title, fileId }) => ({ kind, title, fileId })),
  };
}

function isFilled(value: unknown): boolean {
  if (!Array.isArray(value)) return Boolean(value);
  return value.some((row: { quantity?: string; unitPrice?: string } | undefined) => row?.quantity || row?.unitPrice);
}

/**
 * A component of its own, so that its field is registered in order: the form focuses the invalid field that was
 * registered first.
 */
function InitialStockField({
  register,
  error,
}: {
  register: UseFormRegister<NewToolFormInput>;
  error: string | undefined;
}) {
  return (
    <NumberField
      label="Quantity"
      hint={catalogueCopy.hints.quantity}
      required
      error={error}
      {...register('quantity')}
    />
  );
}
