import { type ComponentProps, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { SuccessNote } from '#src/shared/ui/dialog.tsx';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { type FormImage, UploadForm } from '#src/shared/ui/upload-form.tsx';
import { ToolPreview } from './tool-preview.tsx';

const validator = lazyValidator(async () => (await import('../contract.ts')).toolFormSchema);
const FIELDS = ['itemName', 'about', 'balance', 'quantity', 'minOrderQuantity'] as const;
const EMPTY = { itemName: '', about: '', balance: '', quantity: '', minOrderQuantity: '' };

/**
 * All fields of a tool, beside a preview of its catalog entry. The image is uploaded first, then the tool is stored
 * with the URL of the image.
 */
export function AddToolForm({ email, image }: { email: string; image: FormImage }) {
  const form = useForm({ resolver: validator.resolver, defaultValues: EMPTY });
  const added = useRef('');
  const draft = useWatch({ control: form.control });
  const {
    register,
    formState: { errors },
  } = form;
  return (
    <div className="grid gap-x-12 gap-y-14 xl:grid-cols-[minmax(0,36rem)_minmax(16rem,24rem)]">
      <SuccessNote note={() => `${added.current} is for sale now, first on the home page. You can add the next one.`}>
        <UploadForm
          form={form}
          validator={validator}
          fields={FIELDS}
          draft={`product:${email}`}
          image={{ ...image, name: 'picture', needed: true }}
          send={(fields, imageUrl) => {
            added.current = fields.itemName;
            return callApi('/tools', { method: 'POST', body: { ...fields, picture: imageUrl } });
          }}
          submit={copy.dashboard.addProduct}
        >
          <TextField
            label="Item name"
            autoComplete="off"
            enterKeyHint="next"
            required
            error={errors.itemName?.message}
            {...register('itemName')}
          />
          <TextArea label="About" required error={errors.about?.message} {...register('about')} />
          <NumberField
            label="Unit price"
            hint="In USD per piece, such as 18.90."
            inputMode="decimal"
            error={errors.balance?.message}
            {...register('balance')}
          />
          <NumberField
            label="Quantity"
            hint="Pieces in stock."
            error={errors.quantity?.message}
            {...register('quantity')}
          />
          <NumberField
            label="Minimum order quantity"
            hint="Nobody can order fewer pieces at once."
            error={errors.minOrderQuantity?.message}
            {...register('minOrderQuantity')}
          />
          {image.field}
        </UploadForm>
      </SuccessNote>
      <ToolPreview draft={draft} imageUrl={image.preview?.src} />
    </div>
  );
}

/** A field for a number. It stays text: what is typed wrongly is explained, not dropped by the browser. */
function NumberField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="next"
      required
      className="figures text-right"
      {...props}
    />
  );
}
