import { pictureSize, pictureSrcSet } from '#src/shared/picture.ts';

/** A picture of the shop in its own proportions, so that nothing moves when it arrives. `priority` is for what is seen first. */
export function Picture({
  src,
  alt,
  sizes,
  priority = false,
  className = '',
}: {
  src: string;
  alt: string;
  sizes?: string;
  priority?: boolean;
  className?: string;
}) {
  const { width, height } = pictureSize(src);
  const srcSet = pictureSrcSet(src);
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      {...(srcSet ? { srcSet, sizes: sizes ?? '100vw' } : {})}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      className={`h-auto max-w-full ${className}`}
    />
  );
}
