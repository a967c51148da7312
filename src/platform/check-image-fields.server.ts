import type { Context } from 'hono';
import { type Failure, fail } from '#src/shared/problem.ts';
import type { ApiEnv } from './api-env.server.ts';

/** The failure of a field whose image does not exist, or null. An empty address means no image and is not an error. */
export async function checkImageField(c: Context<ApiEnv>, field: string, address: string): Promise<Failure | null> {
  if (address === '' || (await c.var.imageExists(address))) return null;
  return fail('invalid', { fields: { [field]: 'This picture is not stored here. Please upload it first.' } });
}

/** The same for several images of one field. */
export async function checkImageFields(
  c: Context<ApiEnv>,
  field: string,
  addresses: Iterable<string>,
): Promise<Failure | null> {
  for (const address of addresses) {
    const failure = await checkImageField(c, field, address);
    if (failure) return failure;
  }
  return null;
}
