import { useRef, useState } from 'react';
import { getShownWidth } from '#src/shared/image-url.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import type { FormImage } from '#src/shared/ui/upload-form.tsx';
import type { Tool } from '../../tool/contract.ts';
import { MAX_PICTURES } from '../../tool/rules.ts';
import { catalogueCopy } from '../copy.ts';
import { useToolChange } from './use-tool-change.ts';

const { pictures: copy } = catalogueCopy;

/**
 * The pictures of a tool: their order, one more, one fewer. It is not sent by `useFormSubmission`, because its only
 * field uploads itself and shows its own error.
 */
export function PicturesPanel({
  tool,
  image,
  refresh,
}: {
  tool: Pick<Tool, '_id' | 'version' | 'pictures'>;
  /** The field in which a picture is added. */
  image: FormImage;
  /** Fetches the tool again. Resolves when it is shown. */
  refresh: () => Promise<void>;
}) {
  const { change, isPending, error } = useToolChange(tool, refresh);
  const [isUploading, setIsUploading] = useState(false);
  const { pictures } = tool;
  const list = useRef<HTMLOListElement>(null);
  const [done, setDone] = useState('');
  /** Afterwards the pressed button may be gone, or its picture elsewhere. */
  const arrange = async (arranged: string[], sentence: string) => {
    setDone('');
    if (await change({ pictures: arranged })) return;
    setDone(sentence);
    list.current?.focus();
  };

  const add = async () => {
    setIsUploading(true);
    const url = await image.upload();
    if (url === '') image.showRequired();
    else if (url && !(await change({ pictures: [...pictures, url] }))) image.reset();
    setIsUploading(false);
  };

  return (
    <Section id="pictures" title={copy.title}>
      <p className="mt-3 max-w-xl text-muted">{copy.text}</p>
      <p role="status" className="sr-only">
        {done}
      </p>
      <ol ref={list} tabIndex={-1} className="mt-3 max-w-xl outline-none">
        {pictures.map((src, at) => (
          <li key={src} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3">
            <ResponsiveImage
              src={src}
              alt={copy.alt(at + 1)}
              sizes={`${Math.ceil(96 * getShownWidth(src, 4 / 3))}px`}
              className="aspect-4/3 w-24 object-contain"
            />
            {at === 0 && <span className="font-semibold">{copy.first}</span>}
            <div className="-mr-4 ml-auto flex">
              {at > 1 && (
                <Button
                  variant="quiet"
                  pending={isPending}
                  aria-label={copy.label(copy.makeFirst, at + 1)}
                  onClick={() => void arrange([src, ...pictures.filter((other) => other !== src)], copy.moved(1))}
                >
                  {copy.makeFirst}
                </Button>
              )}
              {at > 0 && (
                <Button
                  variant="quiet"
                  pending={isPending}
                  aria-label={copy.label(copy.earlier, at + 1)}
                  onClick={() => void arrange(moveUp(pictures, at), copy.moved(at))}
                >
                  <Icon name="arrow-up" className="size-4" />
                  {copy.earlier}
                </Button>
              )}
              {pictures.length > 1 && (
                <Button
                  variant="quiet"
                  pending={isPending}
                  aria-label={copy.label(copy.remove, at + 1)}
                  onClick={() =>
                    void arrange(
                      pictures.filter((other) => other !== src),
                      copy.removed(at + 1),
                    )
                  }
                >
                  {copy.remove}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {pictures.length < MAX_PICTURES ? (
        <form
          noValidate
          className="mt-6 grid max-w-xl gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isUploading && !isPending) void add();
          }}
        >
          {image.field}
          <FormError>{error}</FormError>
          <Button type="submit" variant="secondary" pending={isUploading}>
            {copy.send}
          </Button>
        </form>
      ) : (
        <div className="mt-6 grid max-w-xl gap-3">
          <p>{copy.full(MAX_PICTURES)}</p>
          <FormError>{error}</FormError>
        </div>
      )}
    </Section>
  );
}

function moveUp(pictures: readonly string[], at: number): string[] {
  const moved = pictures.slice(at, at + 1);
  const others = pictures.filter((_, index) => index !== at);
  return [...others.slice(0, at - 1), ...moved, ...others.slice(at - 1)];
}
