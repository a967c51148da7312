import { useEffect, useRef, useState } from 'react';
import { getImageSize } from '#src/shared/image-url.ts';
import type { FormImage } from '#src/shared/ui/upload-form.tsx';
import { FILE_TOO_LARGE, MAX_UPLOAD_BYTES, PICTURE_HINT } from '#src/shared/upload-limits.ts';
import { createPreview } from './create-preview.ts';
import { ImageField } from './image-field.tsx';
import { uploadImage } from './upload-image.ts';

const MAX_SIDE = 480;

/** The image of a form. `stored` is the URL of the current one. */
export function useImageField({
  label,
  hint,
  stored = '',
  required = false,
}: {
  label: string;
  hint?: string;
  stored?: string;
  required?: boolean;
}): FormImage {
  const [file, setFile] = useState<File | null>(null);
  /** The field holds a file, which may be invalid. */
  const [isChosen, setIsChosen] = useState(false);
  const [preview, setPreview] = useState<{ src: string; width: number; height: number } | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [fieldKey, setFieldKey] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef<File | null>(null);
  const lastUpload = useRef<{ file: File; url: string } | null>(null);
  const uploadAbort = useRef<AbortController>(null);
  useEffect(() => () => uploadAbort.current?.abort(), []);

  const choose = async (chosen: File | null) => {
    latest.current = chosen;
    setIsChosen(chosen !== null);
    setFile(null);
    setPreview(null);
    setError(null);
    if (!chosen) return;
    const problem = validateFile(chosen);
    if (problem) return setError(problem);
    setFile(chosen);
    const shown = await createPreview(chosen, MAX_SIDE);
    if (latest.current === chosen) setPreview(shown);
  };

  const shown = preview ?? (stored && !file ? { src: stored, ...getImageSize(stored) } : null);
  const clear = () => {
    void choose(null);
    setFieldKey((key) => key + 1);
  };
  const showError = (sentence: string) => {
    setError(sentence);
    input.current?.focus();
  };
  return {
    field: (
      <ImageField
        key={fieldKey}
        ref={input}
        label={label}
        hint={hint ?? PICTURE_HINT}
        required={required && !stored}
        error={error}
        preview={shown}
        note={preview ? describeSmall(preview) : null}
        isChosen={isChosen}
        progress={progress}
        onChoose={(chosen) => void choose(chosen)}
        onRemove={() => {
          clear();
          // By then React has replaced the field.
          requestAnimationFrame(() => input.current?.focus());
        }}
        onStop={() => uploadAbort.current?.abort()}
      />
    ),
    preview: shown,
    async upload() {
      // An invalid file was chosen. A file that the server rejected last time may be sent again.
      if (latest.current && !file) {
        input.current?.focus();
        return null;
      }
      if (!file) return stored;
      setError(null);
      if (lastUpload.current?.file === file) return lastUpload.current.url;
      setProgress(0);
      uploadAbort.current = new AbortController();
      const result = await uploadImage(file, setProgress, uploadAbort.current.signal);
      uploadAbort.current = null;
      setProgress(null);
      if (result.ok) {
        lastUpload.current = { file, url: result.value };
        return result.value;
      }
      setError(result.problem.errors.image ?? result.problem.detail);
      input.current?.focus();
      return null;
    },
    showRequired() {
      if (!latest.current && !stored) showError('Please choose a picture.');
    },
    showError,
    reset() {
      clear();
      lastUpload.current = null;
    },
  };
}

/** A preview this small is the whole picture: larger ones are scaled down to `MAX_SIDE`. In px. */
const SMALL_SIDE = 200;

function describeSmall({ width, height }: { width: number; height: number }): string | null {
  if (Math.max(width, height) >= SMALL_SIDE) return null;
  return `This picture has only ${width} × ${height} pixels and will look blurred. One with 800 or more looks sharp.`;
}

function validateFile(file: File): string | null {
  if (!file.type.startsWith('image/')) return 'Please choose an image file.';
  return file.size > MAX_UPLOAD_BYTES ? FILE_TOO_LARGE : null;
}
