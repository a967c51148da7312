import { useEffect, useRef, useState } from 'react';
import { getImageSize, getSrcSet, hasUnknownSize, isExternalUrl } from '#src/shared/image-url.ts';

const BLANK = '/images/marks/blank-sheet.svg';

/**
 * A picture of the shop in its own proportions, so that nothing moves when it arrives, nor when it never does: then
 * `instead` stands in its place. `priority` is for what is seen first.
 */
export function ResponsiveImage({
  src,
  alt,
  sizes,
  priority = false,
  className = '',
  instead: fallback = BLANK,
}: {
  src: string;
  alt: string;
  sizes?: string;
  priority?: boolean;
  className?: string;
  instead?: string;
}) {
  const image = useRef<HTMLImageElement>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const { width, height } = getImageSize(src);
  const srcSet = getSrcSet(src);
  const isMissing = missing === src;
  // Once it is there, a picture has its own proportions: one whose size nobody told us keeps the box it was given.
  const hasBox = /\baspect-/.test(className);
  const box = hasUnknownSize(src) && !hasBox ? 'aspect-4/3 object-contain' : '';
  const canBeMissing = srcSet !== undefined || isExternalUrl(src);
  useEffect(() => {
    // It failed before anybody listened.
    if (canBeMissing && image.current?.complete && image.current.naturalWidth === 0) setMissing(src);
  }, [canBeMissing, src]);
  return (
    <img
      ref={image}
      alt={alt}
      width={width}
      height={height}
      {...(srcSet && !isMissing ? { srcSet, sizes: sizes ?? '100vw' } : {})}
      src={isMissing ? fallback : src}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      // Who hosts our pictures need not know what is read here.
      {...(isExternalUrl(src) ? { referrerPolicy: 'no-referrer' } : {})}
      {...(canBeMissing ? { onError: () => setMissing(src) } : {})}
      // The proportions of what is missing, not of what stands in its place; never in a page as it is sent.
      {...(isMissing && !hasBox ? { style: { aspectRatio: `${width} / ${height}` } } : {})}
      className={`h-auto max-w-full ${box} ${className}`}
    />
  );
}
