import { data, redirect } from 'react-router';
import type { ApiResult } from '#src/shared/api-client.ts';
import { signInPath } from './return-path.ts';
import { toPath } from './session.ts';
import { endSession } from './session-actions.ts';
import { isDenial } from './session-reducer.ts';

/** The value of a read, for a clientLoader. A 401 redirects to sign-in; any other problem shows the error page. */
export function requireResult<T>(result: ApiResult<T>, request: Request): T {
  if (result.ok) return result.value;
  const { status, detail } = result.problem;
  if (status === 401) throw redirect(signInPath(toPath(request)));
  throw data({ detail }, { status: status || 503 });
}

/**
 * The result of a read, for a clientLoader whose page shows problems beside the previous rows. Only a 401 redirects to
 * sign-in.
 */
export function resultOrSignIn<T>(result: ApiResult<T>, request: Request): ApiResult<T> {
  if (!result.ok && result.problem.status === 401) throw redirect(signInPath(toPath(request)));
  return result;
}

/** The result of reading the user's orders and payments: a 401 or 403 signs out and redirects to the home page. */
export async function resultOrSignOut<T>(result: ApiResult<T>): Promise<ApiResult<T>> {
  if (!result.ok && isDenial(result.problem)) {
    await endSession('ended');
    throw redirect('/home');
  }
  return result;
}
