import type { MiddlewareHandler } from 'hono';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { ApiEnv } from '../api-env.server.ts';
import { sendFailure } from '../api-responses.server.ts';
import { BrokenForm, type ReceivedFile, receiveFile } from './received-file.server.ts';

/**
 * Takes a place for an upload before any byte of it is read, or responds 503 if there is none. The handler then
 * receives the file.
 */
export const admitUpload: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { uploads, caller, body } = c.var;
  const { signal } = c.req.raw;
  const place = uploads.enter(caller, signal, () => body?.refuse('busy'));
  if (!place) return sendFailure(c, fail('busy'));
  let file: ReceivedFile | null = null;
  c.set('upload', {
    from: { network: caller.clientAddress, signal, place },
    async receive(field): Promise<Outcome<ReceivedFile | null>> {
      try {
        const type = c.req.header('content-type') ?? '';
        file = body ? await receiveFile(uploads.folder, body.stream(), type, field) : null;
        return ok(file);
      } catch (error) {
        if (error instanceof BrokenForm) return fail('malformed_request');
        throw error;
      }
    },
  });
  try {
    await next();
  } finally {
    place.leave();
    await (file as ReceivedFile | null)?.close();
  }
};
