import { useForm } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { type FormImage, UploadForm } from '#src/shared/ui/upload-form.tsx';
import { REVIEW_FIELDS, ReviewFields, reviewValidator } from './review-fields.tsx';

const EMPTY = { company: '', designation: '', title: '', rating: '', about: '' };

interface ReviewFormProps {
  user: { displayName: string; email: string };
  image: FormImage;
  /** The tool that is reviewed. Null if the review is about the shop. */
  toolId: string | null;
  /** Called as soon as the review is stored. */
  onSent: () => void;
}

/** A customer's review, under their own name. All fields are required. */
export function ReviewForm({ user: { displayName, email }, image, toolId, onSent }: ReviewFormProps) {
  const form = useForm({ resolver: reviewValidator.resolver, defaultValues: EMPTY });
  return (
    <UploadForm
      form={form}
      validator={reviewValidator}
      fields={REVIEW_FIELDS}
      draft={toolId ? `review:${email}:of:${toolId}` : `review:${email}`}
      image={{ ...image, name: 'image', needed: true }}
      send={async (fields, imageUrl) => {
        const body = { ...fields, displayName, image: imageUrl, ...(toolId ? { toolId } : {}) };
        const result = await callApi('/review', { method: 'POST', body });
        if (result.ok) onSent();
        return result;
      }}
      submit="Send review"
    >
      <ReviewFields form={form} displayName={displayName} image={image} />
    </UploadForm>
  );
}
