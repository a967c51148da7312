/** Widths in px a large upload is also stored at. */
const SMALLER_WIDTHS = [160, 400, 800];

interface UploadName {
  id: string;
  width: number;
  height: number;
  /** The width this file is stored at, where it is one of the smaller ones. */
  storedWidth?: number;
}

const NAME = /^([A-Za-z0-9]{24})_([1-9]\d{0,3})x([1-9]\d{0,3})(?:-(\d{2,4}))?\.webp$/;

/** Size of a picture at a host that names files as it likes: behind the `#`, which never leaves the browser. */
const NOTED = /^https:\/\/[^#]+#([1-9]\d{0,3})x([1-9]\d{0,3})$/;

/** The name of an upload's file; its natural size in px stands in it, so that no page needs to ask for it. */
export function uploadedPictureName(id: string, width: number, height: number, storedWidth?: number): string {
  return `${id}_${width}x${height}${storedWidth ? `-${storedWidth}` : ''}.webp`;
}

/** What the name of an upload's file says, or null for any other name. */
export function readUploadName(name: string): UploadName | null {
  const match = NAME.exec(name);
  if (!match) return null;
  const [, id = '', width, height, stored] = match;
  return { id, width: Number(width), height: Number(height), ...(stored ? { storedWidth: Number(stored) } : {}) };
}

/** The address of a picture with its size noted, for a host that gives files names of its own. */
export function noteSize(address: string, width: number, height: number): string {
  return `${address.split('#')[0]}#${width}x${height}`;
}

/** Widths in px an upload of this width is stored at besides its own. */
export function smallerWidths(width: number): number[] {
  return SMALLER_WIDTHS.filter((candidate) => candidate < width);
}

/** Whether a picture lies elsewhere than in the shop. */
export function isHosted(src: string): boolean {
  return /^https?:/.test(src);
}

/** Natural size in px; drawings are 800 × 600, and so is what we know nothing about. */
export function pictureSize(src: string): { width: number; height: number } {
  return toldSize(src) ?? assumedSize(src);
}

/** Whether a picture lies elsewhere and nobody told us how large it is. */
export function isOfUnknownSize(src: string): boolean {
  return isHosted(src) && toldSize(src) === null;
}

function toldSize(src: string): { width: number; height: number } | null {
  const upload = uploadAt(src);
  if (upload) return { width: upload.width, height: upload.height };
  const noted = NOTED.exec(src);
  return noted && { width: Number(noted[1]), height: Number(noted[2]) };
}

function assumedSize(src: string): { width: number; height: number } {
  return src.startsWith('/images/monograms/') ? { width: 160, height: 160 } : { width: 800, height: 600 };
}

/** The `srcset` of an upload, here or at a host that keeps our names; undefined where there is one size only. */
export function pictureSrcSet(src: string): string | undefined {
  const upload = uploadAt(src);
  if (!upload) return undefined;
  const { id, width, height } = upload;
  const folder = src.slice(0, src.lastIndexOf('/') + 1);
  const smaller = smallerWidths(width).map(
    (stored) => `${folder}${uploadedPictureName(id, width, height, stored)} ${stored}w`,
  );
  return [...smaller, `${src} ${width}w`].join(', ');
}

/** The upload whose whole picture lies at this address. */
function uploadAt(src: string): UploadName | null {
  if (!src.startsWith('/images/') && !isHosted(src)) return null;
  const upload = readUploadName(src.slice(src.lastIndexOf('/') + 1));
  return upload && !upload.storedWidth ? upload : null;
}
