/** Widths in px a large upload is also stored at. */
const VARIANT_WIDTHS = [160, 400, 800];

interface UploadName {
  id: string;
  width: number;
  height: number;
  /** The width this file is stored at, where it is one of the smaller ones. */
  variantWidth?: number;
}

const NAME = /^([A-Za-z0-9]{24})_([1-9]\d{0,3})x([1-9]\d{0,3})(?:-(\d{2,4}))?\.webp$/;

/** Size of a picture at a host that names files as it likes: behind the `#`, which never leaves the browser. */
const SIZE_IN_FRAGMENT = /^https:\/\/[^#]+#([1-9]\d{0,3})x([1-9]\d{0,3})$/;

/** The name of an upload's file; its natural size in px stands in it, so that no page needs to ask for it. */
export function toUploadName(id: string, width: number, height: number, storedWidth?: number): string {
  return `${id}_${width}x${height}${storedWidth ? `-${storedWidth}` : ''}.webp`;
}

/** What the name of an upload's file says, or null for any other name. */
export function parseUploadName(name: string): UploadName | null {
  const match = NAME.exec(name);
  if (!match) return null;
  const [, id = '', width, height, stored] = match;
  return { id, width: Number(width), height: Number(height), ...(stored ? { variantWidth: Number(stored) } : {}) };
}

/** The address of a picture with its size noted, for a host that gives files names of its own. */
export function appendSize(address: string, width: number, height: number): string {
  return `${address.split('#')[0]}#${width}x${height}`;
}

/** Widths in px an upload of this width is stored at besides its own. */
export function getVariantWidths(width: number): number[] {
  return VARIANT_WIDTHS.filter((candidate) => candidate < width);
}

/** Whether a picture lies elsewhere than in the shop. */
export function isExternalUrl(src: string): boolean {
  return /^https?:/.test(src);
}

/** Natural size in px; drawings are 800 × 600, and so is what we know nothing about. */
export function getImageSize(src: string): { width: number; height: number } {
  return knownSize(src) ?? assumedSize(src);
}

/** Whether a picture lies elsewhere and nobody told us how large it is. */
export function hasUnknownSize(src: string): boolean {
  return isExternalUrl(src) && knownSize(src) === null;
}

function knownSize(src: string): { width: number; height: number } | null {
  const upload = parseUploadUrl(src);
  if (upload) return { width: upload.width, height: upload.height };
  const noted = SIZE_IN_FRAGMENT.exec(src);
  return noted && { width: Number(noted[1]), height: Number(noted[2]) };
}

function assumedSize(src: string): { width: number; height: number } {
  return src.startsWith('/images/monograms/') ? { width: 160, height: 160 } : { width: 800, height: 600 };
}

/** The `srcset` of an upload, here or at a host that keeps our names; undefined where there is one size only. */
export function getSrcSet(src: string): string | undefined {
  const upload = parseUploadUrl(src);
  if (!upload) return undefined;
  const { id, width, height } = upload;
  const folder = src.slice(0, src.lastIndexOf('/') + 1);
  const smaller = getVariantWidths(width).map(
    (stored) => `${folder}${toUploadName(id, width, height, stored)} ${stored}w`,
  );
  return [...smaller, `${src} ${width}w`].join(', ');
}

/** The upload whose whole picture lies at this address. */
function parseUploadUrl(src: string): UploadName | null {
  if (!src.startsWith('/images/') && !isExternalUrl(src)) return null;
  const upload = parseUploadName(src.slice(src.lastIndexOf('/') + 1));
  return upload && !upload.variantWidth ? upload : null;
}
