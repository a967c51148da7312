/** A larger file is refused, in bytes. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

export const FILE_TOO_LARGE = 'This file is larger than 10 MB. Please choose a smaller one.';

/** What a field for a picture takes. */
export const PICTURE_HINT = 'JPEG, PNG, WebP, AVIF or GIF, at most 10 MB.';
