import { data, redirect } from 'react-router';
import type { ApiResult } from '#src/shared/api-client.ts';
import { signInPath } from './return-path.ts';
import { toPath } from './session.ts';
import { endSession } from './session-actions.ts';

/** The value of a read, for a clientLoader; a refused sign-in leads to sign-in, any other problem to the page's fault. */
export function requireResult<T>(answer: ApiResult<T>, request: Request): T {
  if (answer.ok) return answer.value;
  const { status, detail } = answer.problem;
  if (status === 401) throw redirect(signInPath(toPath(request)));
  throw data({ detail }, { status: status || 503 });
}

/**
 * The answer of a read itself, for a clientLoader whose page shows a problem beside what it had; only a refused
 * sign-in still leads to sign-in.
 */
export function resultOrSignIn<T>(answer: ApiResult<T>, request: Request): ApiResult<T> {
  if (!answer.ok && answer.problem.status === 401) throw redirect(signInPath(toPath(request)));
  return answer;
}

/** The same for my orders and the payment lookup: there a refusal signs out, clears the token and leads home. */
export async function requireResultOrSignOut<T>(answer: ApiResult<T>, request: Request): Promise<T> {
  return requireResult(await resultOrSignOut(answer), request);
}

/** The answer itself, unless the sign-in was refused. */
export async function resultOrSignOut<T>(answer: ApiResult<T>): Promise<ApiResult<T>> {
  if (!answer.ok && isDenied(answer.problem.status)) {
    await endSession('ended');
    throw redirect('/home');
  }
  return answer;
}

/** Whether the server does not take this person's sign-in, after a renewal was tried. */
export function isDenied(status: number): boolean {
  return status === 401 || status === 403;
}
