import { useForm } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { type FormImage, UploadForm } from '#src/shared/ui/upload-form.tsx';
import type { AddedReview } from '../contract.ts';
import { getReviewValidator, REVIEW_FIELDS, ReviewFields } from './review-fields.tsx';

const EMPTY = { company: '', designation: '', title: '', rating: '', about: '' };

interface ReviewFormProps {
  user: { displayName: string; email: string };
  image: FormImage;
  /** The tool that is reviewed. Null if the review is about the shop. */
  toolId: string | null;
  /** Called as soon as the review is stored. */
  onSent: (review: AddedReview) => void;
}

/** A customer's review, under their own name. */
export function ReviewForm({ user: { displayName, email }, image, toolId, onSent }: ReviewFormProps) {
  const validator = getReviewValidator(toolId);
  const form = useForm({ resolver: validator.resolver, defaultValues: EMPTY });
  return (
    <UploadForm
      form={form}
      validator={validator}
      fields={REVIEW_FIELDS}
      draft={toolId ? `review:${email}:of:${toolId}` : `review:${email}`}
      image={{ ...image, name: 'image', needed: !toolId }}
      send={async (fields, imageUrl) => {
        const body = { ...fields, displayName, image: imageUrl, ...(toolId ? { toolId } : {}) };
        const result = await callApi<AddedReview>('/review', { method: 'POST', body });
        if (result.ok) onSent(result.value);
        return result;
      }}
      submit="Send review"
    >
      <ReviewFields form={form} displayName={displayName} toolId={toolId} image={image} />
    </UploadForm>
  );
}
