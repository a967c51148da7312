import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { type FormImage, UploadForm } from '#src/shared/ui/upload-form.tsx';
import { readNewer } from '#src/shared/versions.ts';
import type { ChangedReview, OwnReview } from '../contract.ts';
import { reviewCopy } from '../copy.ts';
import { ReviewCard } from './review-card.tsx';
import { getReviewValidator, REVIEW_FIELDS, ReviewFields } from './review-fields.tsx';

const { changePage: copy } = reviewCopy.own;

interface ChangeReviewFormProps {
  review: OwnReview;
  email: string;
  image: FormImage;
  /** Called as soon as the change is stored. */
  onSent: (changed: ChangedReview) => void;
  /** Called once its author has closed the dialog that says so. */
  onStored: () => void;
}

/**
 * The form with which its author changes a review. If it was changed in another window meanwhile, nothing is stored:
 * the newer version is shown beside the input, and submitting again replaces it.
 */
export function ChangeReviewForm({ review, email, image, onSent, onStored }: ChangeReviewFormProps) {
  const { company, designation, title, about } = review;
  const validator = getReviewValidator(review.toolId);
  const form = useForm({
    resolver: validator.resolver,
    defaultValues: { company, designation, title, rating: String(review.rating), about },
  });
  const [newer, setNewer] = useState<OwnReview | null>(null);
  return (
    <UploadForm
      form={form}
      validator={validator}
      fields={REVIEW_FIELDS}
      draft={`review:${email}:${review._id}`}
      image={{ ...image, name: 'image', needed: false }}
      send={async (fields, imageUrl) => {
        const { version } = newer ?? review;
        const body = { ...fields, ...(imageUrl === review.image ? {} : { image: imageUrl }), version };
        const result = await callApi<ChangedReview>(`/review/${review._id}`, { method: 'PATCH', body });
        if (result.ok) onSent(result.value);
        return result;
      }}
      onProblem={(problem) => {
        setNewer((shown) => readNewer<OwnReview>(problem, 'review') ?? shown);
        // The problem's message is shown anyway.
        return false;
      }}
      onSuccess={onStored}
      submit={copy.submit}
    >
      <ReviewFields form={form} displayName={review.displayName} toolId={review.toolId} image={image} />
      {newer && (
        <section aria-label={copy.newer} className="border border-line bg-sheet px-4 pt-4">
          <h2 className="font-semibold">{copy.newer}</h2>
          <ReviewCard review={newer} />
        </section>
      )}
    </UploadForm>
  );
}
