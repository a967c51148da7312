import { useEffect, useRef, useState } from 'react';
import { pictureSize } from '#src/shared/picture.ts';
import type { FormPicture } from '#src/shared/ui/sending-form.tsx';
import { PictureField } from './picture-field.tsx';
import { previewOf } from './preview.ts';
import { uploadPicture } from './upload-picture.ts';

const LARGEST_BYTES = 10 * 1024 * 1024;

/** A picture a form sends along; `stored` is the address of the one there is already. */
export function usePicture({
  label,
  hint,
  stored = '',
  required = false,
}: {
  label: string;
  hint?: string;
  stored?: string;
  required?: boolean;
}): FormPicture {
  const [file, setFile] = useState<File | null>(null);
  /** A file lies in the field, whether it can be sent or not. */
  const [isChosen, setIsChosen] = useState(false);
  const [preview, setPreview] = useState<{ src: string; width: number; height: number } | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef<File | null>(null);
  const sent = useRef<{ file: File; url: string } | null>(null);
  const sending = useRef<AbortController>(null);
  // Nobody waits for it any more.
  useEffect(() => () => sending.current?.abort(), []);

  const choose = async (chosen: File | null) => {
    latest.current = chosen;
    setIsChosen(chosen !== null);
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
  const empty = () => {
    void choose(null);
    setRound((known) => known + 1);
  };
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
        required={required && !stored}
        error={error}
        preview={shown}
        isChosen={isChosen}
        progress={progress}
        onChoose={(chosen) => void choose(chosen)}
        onTakeAway={() => {
          empty();
          // The field is a new one by then.
          requestAnimationFrame(() => input.current?.focus());
        }}
        onStop={() => sending.current?.abort()}
      />
    ),
    shown,
    async upload() {
      // Chosen, but nothing that can be sent. What a host did not take the last time may be sent again.
      if (latest.current && !file) {
        input.current?.focus();
        return null;
      }
      if (!file) return stored;
      setError(null);
      if (sent.current?.file === file) return sent.current.url;
      setProgress(0);
      sending.current = new AbortController();
      const answer = await uploadPicture(file, setProgress, sending.current.signal);
      sending.current = null;
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
      empty();
      sent.current = null;
    },
  };
}

function faultOf(file: File): string | null {
  if (!file.type.startsWith('image/')) return 'Please choose an image file.';
  return file.size > LARGEST_BYTES ? 'This file is larger than 10 MB. Please choose a smaller one.' : null;
}
