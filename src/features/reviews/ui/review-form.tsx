import { type ReactNode, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod';
import { callApi } from '#src/shared/api-client.ts';
import { formResolver, showProblem } from '#src/shared/form.ts';
import { messages } from '#src/shared/messages.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { usePopup } from '#src/shared/ui/popup.tsx';
import { useDraft } from '#src/shared/ui/use-draft.ts';
import { newReviewSchema } from '../contract.ts';

const formSchema = newReviewSchema.omit({ image: true, displayName: true });
const FIELDS = ['company', 'designation', 'title', 'rating', 'about'] as const;
const EMPTY = { company: '', designation: '', title: '', rating: '', about: '' };

export interface ReviewFormProps {
  user: { displayName: string; email: string };
  picture: {
    field: ReactNode;
    upload: () => Promise<string | null>;
    demand: () => void;
    refuse: (sentence: string) => void;
    reset: () => void;
  };
}

/** A customer's review, under their own name. All fields are required. */
export function ReviewForm({ user: { displayName, email }, picture }: ReviewFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { forget } = useDraft(element, `review:${email}`);
  const popup = usePopup();
  const [fault, setFault] = useState<string | null>(null);
  const form = useForm({ resolver: formResolver(formSchema), defaultValues: EMPTY });
  const { register, handleSubmit, formState, reset } = form;
  const { errors, isSubmitting } = formState;

  const send = async (fields: z.output<typeof formSchema>) => {
    setFault(null);
    const image = await picture.upload();
    if (image === null) return;
    if (image === '') return picture.demand();
    const answer = await callApi('/review', { method: 'POST', body: { ...fields, displayName, image } });
    if (!answer.ok) {
      if (answer.problem.errors.image) picture.refuse(answer.problem.errors.image);
      else setFault(showProblem(form, answer.problem, FIELDS));
      return;
    }
    forget();
    reset(EMPTY);
    picture.reset();
    await popup.show({ tone: 'success', ...messages.popup.stored });
  };
  // The form goes to its first faulty field after this; the picture's own field is behind all others.
  const submit = handleSubmit(send, picture.demand);

  return (
    <form
      ref={element}
      noValidate
      className="grid max-w-xl gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void submit(event);
      }}
    >
      <FormFault>{fault}</FormFault>
      <TextField label="Display name" value={displayName} readOnly />
      <TextField
        label="Company"
        autoComplete="organization"
        required
        error={errors.company?.message}
        {...register('company')}
      />
      <TextField
        label="Designation"
        hint="What you do there."
        autoComplete="organization-title"
        required
        error={errors.designation?.message}
        {...register('designation')}
      />
      <TextField label="Title" required error={errors.title?.message} {...register('title')} />
      <TextField
        label="Rating"
        hint="A whole number between 1 and 5; 5 is best."
        placeholder="1 to 5"
        inputMode="numeric"
        autoComplete="off"
        required
        className="figures"
        error={errors.rating?.message}
        {...register('rating')}
      />
      <TextArea label="About" required error={errors.about?.message} {...register('about')} />
      {picture.field}
      <Button type="submit" pending={isSubmitting}>
        Send review
      </Button>
    </form>
  );
}
