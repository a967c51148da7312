/**
 * A small copy of an image file as a data URL, because the page's policy allows no object URLs. `maxSide` is in px. Null
 * when the browser cannot decode the file.
 */
export async function createPreview(
  file: File,
  maxSide: number,
): Promise<{ src: string; width: number; height: number } | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return null;
  }
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return { src: canvas.toDataURL('image/webp', 0.85), width: canvas.width, height: canvas.height };
}
