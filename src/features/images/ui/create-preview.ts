const MAX_SIDE = 480;

/**
 * A small copy of an image file as a data URL, because the page's policy allows no object URLs. Null when the browser
 * cannot decode the file.
 */
export async function createPreview(file: File): Promise<{ src: string; width: number; height: number } | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return null;
  }
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return { src: canvas.toDataURL('image/webp', 0.85), width: canvas.width, height: canvas.height };
}
