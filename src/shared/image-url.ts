/** Widths in px at which a larger upload is stored besides its own. */
const VARIANT_WIDTHS = [160, 400, 800];

interface UploadName {
  id: string;
  width: number;
  height: number;
  /** Width of this file, where it is a smaller variant. */
  variantWidth?: number;
}

const NAME = /^([A-Za-z0-9]{24})_([1-9]\d{0,3})x([1-9]\d{0,3})(?:-(\d{2,4}))?\.webp$/;

/** A storage that chooses file names itself has the size in the URL's fragment, which browsers do not send. */
const SIZE_IN_FRAGMENT = /^https:\/\/[^#]+#([1-9]\d{0,3})x([1-9]\d{0,3})$/;

/** The file name of an upload. It contains the natural size in px, so that pages know it without a query. */
export function toUploadName(id: string, width: number, height: number, variantWidth?: number): string {
  return `${id}_${width}x${height}${variantWidth ? `-${variantWidth}` : ''}.webp`;
}

/** The parts of an upload's file name; null for any other name. */
export function parseUploadName(name: string): UploadName | null {
  const match = NAME.exec(name);
  if (!match) return null;
  const [, id = '', width, height, variant] = match;
  return { id, width: Number(width), height: Number(height), ...(variant ? { variantWidth: Number(variant) } : {}) };
}

/** Adds the size in px to the URL of an image, for a storage that chooses file names itself. */
export function appendSize(url: string, width: number, height: number): string {
  return `${url.split('#')[0]}#${width}x${height}`;
}

/** The widths in px at which an upload of this width is stored besides its own. */
export function getVariantWidths(width: number): number[] {
  return VARIANT_WIDTHS.filter((candidate) => candidate < width);
}

/** Whether the URL leads out of the shop. */
export function isExternalUrl(src: string): boolean {
  return /^https?:/.test(src);
}

/** Natural size in px. Drawings are 800 × 600, which is also assumed for images of unknown size. */
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
  return src.startsWith('/images/monograms/') ? { width: 160, height: 160 } : { width: 800, height: 600 };
}

/** The `srcset` of an upload whose file has our name; undefined where there is one size only. */
export function getSrcSet(src: string): string | undefined {
  const upload = parseUploadUrl(src);
  if (!upload) return undefined;
  const { id, width, height } = upload;
  const folder = src.slice(0, src.lastIndexOf('/') + 1);
  const variants = getVariantWidths(width).map(
    (variant) => `${folder}${toUploadName(id, width, height, variant)} ${variant}w`,
  );
  return [...variants, `${src} ${width}w`].join(', ');
}

/** The upload whose full size is at this URL. */
function parseUploadUrl(src: string): UploadName | null {
  if (!src.startsWith('/images/') && !isExternalUrl(src)) return null;
  const upload = parseUploadName(src.slice(src.lastIndexOf('/') + 1));
  return upload && !upload.variantWidth ? upload : null;
}
