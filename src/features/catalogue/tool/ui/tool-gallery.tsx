import { useRef } from 'react';
import { getImageSize, getShownWidth } from '#src/shared/image-url.ts';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import type { Tool } from '../contract.ts';
import { toolCopy } from '../copy.ts';

const { pictures: copy } = toolCopy;

/**
 * The pictures of a tool in a strip that the browser scrolls, with thumbnails below it. A single picture has no strip.
 */
export function ToolGallery({ tool: { itemName, pictures } }: { tool: Pick<Tool, 'itemName' | 'pictures'> }) {
  const strip = useRef<HTMLUListElement>(null);
  const [first = ''] = pictures;
  if (pictures.length < 2) return <LargePicture src={first} alt={`Drawing of ${itemName}`} priority />;
  return (
    <div>
      <ul
        ref={strip}
        aria-label={copy.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="flex snap-x snap-mandatory items-center overflow-x-auto motion-safe:scroll-smooth"
      >
        {pictures.map((src, at) => (
          <li key={src} id={`picture-${at + 1}`} className="w-full shrink-0 snap-center">
            <LargePicture src={src} alt={copy.of(itemName, at + 1)} priority={at === 0} />
          </li>
        ))}
      </ul>
      <ol className="flex flex-wrap gap-2 border-line border-t p-2">
        {pictures.map((src, at) => (
          <li key={src}>
            <a
              href={`#picture-${at + 1}`}
              aria-label={copy.show(at + 1, pictures.length)}
              className="grid size-16 place-items-center border border-line hover:border-ink"
              onClick={(event) => {
                // The fragment alone would scroll the page, too.
                event.preventDefault();
                strip.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'start' });
              }}
            >
              <ResponsiveImage
                src={src}
                alt=""
                sizes={`${Math.ceil(60 * getShownWidth(src, 1))}px`}
                className="max-h-full object-contain"
              />
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}

function LargePicture({ src, alt, priority }: { src: string; alt: string; priority: boolean }) {
  return (
    <ResponsiveImage
      src={src}
      alt={alt}
      sizes={getSizes(src)}
      priority={priority}
      className="mx-auto max-h-[26dvh] w-full object-contain lg:max-h-[70dvh]"
    />
  );
}

/** Seven of twelve columns on wide screens. If its height is limited, the image is narrower. */
function getSizes(picture: string): string {
  const { width, height } = getImageSize(picture);
  const fitted = (dvh: number) => `${Math.ceil((dvh * width) / height)}dvh`;
  return `(min-width: 90rem) min(745px, ${fitted(70)}), (min-width: 64rem) min(53.7vw - 1.75rem, ${fitted(70)}), min(92vw, 100vw - 2rem, ${fitted(26)})`;
}
