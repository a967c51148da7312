import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod';
import { callApi } from '#src/shared/api-client.ts';
import { formResolver, showProblem } from '#src/shared/form.ts';
import { messages } from '#src/shared/messages.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { usePopup } from '#src/shared/ui/popup.tsx';
import { newToolSchema } from '../contract.ts';

const fieldsSchema = newToolSchema.omit({ picture: true });
const FIELDS = ['itemName', 'about', 'balance', 'quantity', 'minOrderQuantity'] as const;
const EMPTY = { itemName: '', about: '', balance: '', quantity: '', minOrderQuantity: '' };

export interface AddProductFormProps {
  picture: {
    field: ReactNode;
    upload: () => Promise<string | null>;
    demand: () => void;
    refuse: (sentence: string) => void;
    reset: () => void;
  };
}

/** All fields of a tool. The picture goes to the image host first, then the tool is stored with its address. */
export function AddProductForm({ picture }: AddProductFormProps) {
  const popup = usePopup();
  const [fault, setFault] = useState<string | null>(null);
  const form = useForm({ resolver: formResolver(fieldsSchema), defaultValues: EMPTY });
  const { register, handleSubmit, formState, reset, setFocus } = form;
  const { errors, isSubmitting } = formState;

  const send = async (fields: z.output<typeof fieldsSchema>) => {
    setFault(null);
    const address = await picture.upload();
    if (address === null) return;
    if (address === '') return picture.demand();
    const answer = await callApi('/tools', { method: 'POST', body: { ...fields, picture: address } });
    if (!answer.ok) {
      const { picture: atPicture } = answer.problem.errors;
      if (atPicture) picture.refuse(atPicture);
      else setFault(showProblem(form, answer.problem, FIELDS));
      return;
    }
    reset(EMPTY);
    picture.reset();
    await popup.show({ tone: 'success', ...messages.popup.stored });
    setFocus('itemName');
  };
  // The form goes to its first faulty field after this; the picture's own field is behind all others.
  const submit = handleSubmit(send, picture.demand);

  return (
    <form
      noValidate
      className="grid max-w-xl gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void submit(event);
      }}
    >
      <FormFault>{fault}</FormFault>
      <TextField label="Item name" required error={errors.itemName?.message} {...register('itemName')} />
      <TextArea label="About" required error={errors.about?.message} {...register('about')} />
      <TextField
        label="Unit price"
        hint="In USD per piece, such as 18.90."
        inputMode="decimal"
        autoComplete="off"
        required
        className="figures text-right"
        error={errors.balance?.message}
        {...register('balance')}
      />
      <TextField
        label="Quantity"
        hint="Pieces in stock."
        inputMode="numeric"
        autoComplete="off"
        required
        className="figures text-right"
        error={errors.quantity?.message}
        {...register('quantity')}
      />
      <TextField
        label="Minimum order quantity"
        hint="Nobody can order fewer pieces at once."
        inputMode="numeric"
        autoComplete="off"
        required
        className="figures text-right"
        error={errors.minOrderQuantity?.message}
        {...register('minOrderQuantity')}
      />
      {picture.field}
      <Button type="submit" pending={isSubmitting}>
        {messages.dashboard.addProduct}
      </Button>
    </form>
  );
}
