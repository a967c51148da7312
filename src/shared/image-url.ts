/**
 * The set of widths at which an upload is stored. Files of generation 2 have it in their name; files of generation 1
 * are from earlier versions.
 */
export type ImageGeneration = 1 | 2;

/**
 * The widths in px at which a larger upload is stored besides its own. Those of generation 2 follow the layout at 1×,
 * 2× and 3×.
 */
const VARIANT_WIDTHS: Record<ImageGeneration, readonly number[]> = {
  1: [160, 400, 800],
  2: [200, 320, 480, 720, 960, 1280],
};

/** The parts of an upload's file name. */
export interface UploadName {
  id: string;
  width: number;
  height: number;
  generation: ImageGeneration;
  /** The width of this file, if it is a smaller variant. */
  variantWidth?: number;
}

const NAME = /^([A-Za-z0-9]{24})_([1-9]\d{0,3})x([1-9]\d{0,3})(_2)?(?:-(\d{2,4}))?\.webp$/;

/** If a storage chooses file names itself, the size is in the URL's fragment, which browsers do not send. */
const SIZE_IN_FRAGMENT = /^https:\/\/[^#]+#([1-9]\d{0,3})x([1-9]\d{0,3})$/;

/**
 * The file name of an upload. It contains natural size and generation, so that pages know its files without a query.
 */
export function toUploadName({ id, width, height, generation, variantWidth }: UploadName): string {
  const marker = generation === 2 ? '_2' : '';
  return `${id}_${width}x${height}${marker}${variantWidth ? `-${variantWidth}` : ''}.webp`;
}

/** The parts of an upload's file name; null for any other name. */
export function parseUploadName(name: string): UploadName | null {
  const match = NAME.exec(name);
  if (!match) return null;
  const [, id = '', width, height, marker, variant] = match;
  return {
    id,
    width: Number(width),
    height: Number(height),
    generation: marker ? 2 : 1,
    ...(variant ? { variantWidth: Number(variant) } : {}),
  };
}

/** Adds the size in px to an image URL, for a storage that chooses file names itself. */
export function appendSize(url: string, width: number, height: number): string {
  return `${url.split('#')[0]}#${width}x${height}`;
}

/** The widths in px at which an upload is stored besides its own. */
export function getVariantWidths({ width, generation }: Pick<UploadName, 'width' | 'generation'>): number[] {
  return VARIANT_WIDTHS[generation].filter((candidate) => candidate < width);
}

/** Whether the URL is outside the shop. */
export function isExternalUrl(src: string): boolean {
  return /^https?:/.test(src);
}

/** The natural size in px. Drawings of tools are 800 × 600, which is also assumed for images of unknown size. */
export function getImageSize(src: string): { width: number; height: number } {
  return knownSize(src) ?? assumedSize(src);
}

/** Whether the URL is external and does not contain the size of the image. */
export function hasUnknownSize(src: string): boolean {
  return isExternalUrl(src) && knownSize(src) === null;
}

function knownSize(src: string): { width: number; height: number } | null {
  const upload = parseUploadUrl(src);
  if (upload) return { width: upload.width, height: upload.height };
  const match = SIZE_IN_FRAGMENT.exec(src);
  return match && { width: Number(match[1]), height: Number(match[2]) };
}

function assumedSize(src: string): { width: number; height: number } {
  if (src.startsWith('/images/monograms/')) return { width: 160, height: 160 };
  return src.startsWith('/images/banners/') ? { width: 1920, height: 720 } : { width: 800, height: 600 };
}

/** The `srcset` of an upload whose file has our name; undefined if there is only one size. */
export function getSrcSet(src: string): string | undefined {
  const upload = parseUploadUrl(src);
  if (!upload) return undefined;
  const folder = src.slice(0, src.lastIndexOf('/') + 1);
  const variants = getVariantWidths(upload).map(
    (variantWidth) => `${folder}${toUploadName({ ...upload, variantWidth })} ${variantWidth}w`,
  );
  return [...variants, `${src} ${upload.width}w`].join(', ');
}

/**
 * How wide an image is relative to the box that it is fitted into: 0.5 means half as wide. `boxRatio` is the box's
 * width divided by its height. A cropped image (`cover`) is at least as wide as its box.
 */
export function getShownWidth(src: string, boxRatio: number, fit: 'contain' | 'cover' = 'contain'): number {
  const { width, height } = getImageSize(src);
  const share = width / height / boxRatio;
  return Math.round((fit === 'cover' ? Math.max(share, 1) : Math.min(share, 1)) * 1000) / 1000;
}

/** The upload whose full size is at this URL. */
function parseUploadUrl(src: string): UploadName | null {
  if (!src.startsWith('/images/') && !isExternalUrl(src)) return null;
  const upload = parseUploadName(src.slice(src.lastIndexOf('/') + 1));
  return upload && !upload.variantWidth ? upload : null;
}
