import type { Ref } from 'react';
import { Button } from '#src/shared/ui/button.tsx';
import { Field, inputClasses } from '#src/shared/ui/field.tsx';
import { UploadProgress } from '#src/shared/ui/upload-progress.tsx';

/** A file field for one image, with its preview and the progress of its upload. */
export function ImageField({
  label,
  hint,
  required,
  error,
  preview,
  note,
  isChosen,
  progress,
  onChoose,
  onRemove,
  onStop,
  ref,
}: {
  label: string;
  hint: string;
  required: boolean;
  error: string | null;
  preview: { src: string; width: number; height: number } | null;
  /** What the admin should know about the chosen picture. */
  note: string | null;
  isChosen: boolean;
  /** From 0 to 1 while sending, else null. */
  progress: number | null;
  onChoose: (file: File | null) => void;
  onRemove: () => void;
  onStop: () => void;
  ref: Ref<HTMLInputElement>;
}) {
  return (
    <div className="grid gap-3">
      <Field label={label} hint={hint} required={required} error={error ?? undefined}>
        {(control) => (
          <input
            ref={ref}
            type="file"
            accept="image/*"
            disabled={progress !== null}
            {...control}
            className={inputClasses}
            onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
          />
        )}
      </Field>
      {preview && (
        <img
          src={preview.src}
          width={preview.width}
          height={preview.height}
          alt="Preview of the chosen file"
          className="max-h-60 w-auto max-w-full justify-self-start border border-line bg-sheet object-contain"
        />
      )}
      <p role="status" className="text-fine empty:hidden">
        {note}
      </p>
      {progress !== null && <UploadProgress label="Uploading the picture" share={progress} onStop={onStop} />}
      {isChosen && progress === null && (
        <Button variant="quiet" className="-ml-5 justify-self-start" onClick={onRemove}>
          Remove picture
        </Button>
      )}
    </div>
  );
}
