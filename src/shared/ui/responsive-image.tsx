import { useEffect, useRef, useState } from 'react';
import { BLANK_PICTURE } from '#src/shared/blank-picture.ts';
import { getImageSize, getSrcSet, hasUnknownSize, isExternalUrl } from '#src/shared/image-url.ts';

/**
 * An image in its own proportions, so that nothing moves when it loads or fails. `fallback` replaces an image that
 * failed. `priority` loads it first.
 */
export function ResponsiveImage({
  src,
  alt,
  sizes,
  priority = false,
  className = '',
  instead: fallback = BLANK_PICTURE,
}: {
  src: string;
  alt: string;
  /** The width at which it is shown in each layout; see `getShownWidth`. */
  sizes: string;
  priority?: boolean;
  className?: string;
  instead?: string;
}) {
  const image = useRef<HTMLImageElement>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const { width, height } = getImageSize(src);
  const srcSet = getSrcSet(src);
  const isMissing = missing === src;
  // A loaded image takes its own proportions. One of unknown size keeps the box that it was given.
  const hasBox = /\baspect-/.test(className);
  const box = hasUnknownSize(src) && !hasBox ? 'aspect-4/3 object-contain' : '';
  const canBeMissing = srcSet !== undefined || isExternalUrl(src);
  useEffect(() => {
    // The image failed before hydration.
    if (canBeMissing && image.current?.complete && image.current.naturalWidth === 0) setMissing(src);
  }, [canBeMissing, src]);
  return (
    <img
      ref={image}
      alt={alt}
      width={width}
      height={height}
      {...(srcSet && !isMissing ? { srcSet, sizes } : {})}
      src={isMissing ? fallback : src}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      // The image host does not need to know which page is read.
      {...(isExternalUrl(src) ? { referrerPolicy: 'no-referrer' } : {})}
      {...(canBeMissing ? { onError: () => setMissing(src) } : {})}
      // Keeps the proportions of the missing image. Never in server HTML, whose policy forbids inline styles.
      {...(isMissing && !hasBox ? { style: { aspectRatio: `${width} / ${height}` } } : {})}
      className={`h-auto max-w-full ${box} ${className}`}
    />
  );
}
