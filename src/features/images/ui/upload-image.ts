import { type ApiResult, UNREACHABLE } from '#src/shared/api-client.ts';
import { uploadFile } from '#src/shared/upload-file.ts';

interface Uploaded {
  success: boolean;
  data: { url: string };
}

/**
 * Uploads an image and returns its URL. `onProgress` receives the sent share, from 0 to 1. Aborting `signal` stops the
 * upload.
 */
export async function uploadImage(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ApiResult<string>> {
  const result = await uploadFile<Uploaded>({ path: '/images', field: 'image', file }, onProgress, signal);
  if (!result.ok) return result;
  const { success, data } = result.value;
  return success ? { ...result, value: data.url } : { ok: false, problem: { ...UNREACHABLE, code: 'not_stored' } };
}
