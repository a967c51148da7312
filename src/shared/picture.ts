/** Widths in px a large upload is also stored at. */
const SMALLER_WIDTHS = [160, 400, 800];

const UPLOADED = /^\/images\/([A-Za-z0-9]{24})_(\d{1,4})x(\d{1,4})\.webp$/;

/** The address of an upload; its natural size in px stands in the name, so that no page needs to ask for it. */
export function uploadedPicturePath(id: string, width: number, height: number, storedWidth?: number): string {
  return `/images/${id}_${width}x${height}${storedWidth ? `-${storedWidth}` : ''}.webp`;
}

/** Widths in px an upload of this width is stored at besides its own. */
export function smallerWidths(width: number): number[] {
  return SMALLER_WIDTHS.filter((candidate) => candidate < width);
}

/** Natural size in px; drawings are 800 × 600, and so is what we know nothing about. */
export function pictureSize(src: string): { width: number; height: number } {
  const match = UPLOADED.exec(src);
  if (match) return { width: Number(match[2]), height: Number(match[3]) };
  return src.startsWith('/images/monograms/') ? { width: 160, height: 160 } : { width: 800, height: 600 };
}

/** The `srcset` of an upload, or undefined where there is one size only. */
export function pictureSrcSet(src: string): string | undefined {
  const match = UPLOADED.exec(src);
  if (!match?.[1]) return undefined;
  const [width, height] = [Number(match[2]), Number(match[3])];
  const smaller = smallerWidths(width).map(
    (stored) => `${uploadedPicturePath(match[1] as string, width, height, stored)} ${stored}w`,
  );
  return [...smaller, `${src} ${width}w`].join(', ');
}
