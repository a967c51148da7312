import { type ReactNode, useRef, useState } from 'react';
import { pictureSize } from '#src/shared/picture.ts';
import { PictureField } from './picture-field.tsx';
import { previewOf } from './preview.ts';
import { uploadPicture } from './upload-picture.ts';

const LARGEST_BYTES = 10 * 1024 * 1024;

export interface PictureSlot {
  /** The field to put into a form. */
  field: ReactNode;
  /** Uploads what was chosen, once; answers its address, '' where nothing was chosen, null after a failure it shows. */
  upload: () => Promise<string | null>;
  /** Says at the field that a picture is needed, where none is chosen. */
  demand: () => void;
  /** Shows a sentence at the field. */
  refuse: (sentence: string) => void;
  reset: () => void;
}

/** A picture a form sends along; `stored` is the address of the one there is already. */
export function usePicture({
  label,
  hint,
  stored = '',
}: {
  label: string;
  hint?: string;
  stored?: string;
}): PictureSlot {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<{ src: string; width: number; height: number } | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef<File | null>(null);
  const sent = useRef<{ file: File; url: string } | null>(null);

  const choose = async (chosen: File | null) => {
    latest.current = chosen;
    setFile(null);
    setPreview(null);
    setError(null);
    if (!chosen) return;
    const fault = faultOf(chosen);
    if (fault) return setError(fault);
    setFile(chosen);
    const shown = await previewOf(chosen);
    if (latest.current === chosen) setPreview(shown);
  };

  const shown = preview ?? (stored && !file ? { src: stored, ...pictureSize(stored) } : null);
  const refuse = (sentence: string) => {
    setError(sentence);
    input.current?.focus();
  };
  return {
    field: (
      <PictureField
        key={round}
        ref={input}
        label={label}
        hint={hint ?? 'JPEG, PNG, WebP, AVIF or GIF, at most 10 MB.'}
        error={error}
        preview={shown}
        progress={progress}
        onChoose={(chosen) => void choose(chosen)}
      />
    ),
    async upload() {
      if (error && latest.current) {
        input.current?.focus();
        return null;
      }
      if (!file) return stored;
      if (sent.current?.file === file) return sent.current.url;
      setProgress(0);
      const answer = await uploadPicture(file, setProgress);
      setProgress(null);
      if (answer.ok) {
        sent.current = { file, url: answer.value };
        return answer.value;
      }
      setError(answer.problem.errors.image ?? answer.problem.detail);
      input.current?.focus();
      return null;
    },
    demand() {
      if (!latest.current && !stored) refuse('Please choose a picture.');
    },
    refuse,
    reset() {
      void choose(null);
      sent.current = null;
      setRound((known) => known + 1);
    },
  };
}

function faultOf(file: File): string | null {
  if (!file.type.startsWith('image/')) return 'Please choose an image file.';
  return file.size > LARGEST_BYTES ? 'This file is larger than 10 MB. Please choose a smaller one.' : null;
}
