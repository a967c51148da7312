import { type ActionFunctionArgs, RouterContextProvider } from 'react-router';
import { pageContext } from '#src/flows/page-context.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { cacheTags, requestInfo } from '#src/platform/page-request.ts';
import { createRateLimits } from '#src/platform/rate-limits.server.ts';
import { SELF_ONLY } from '#src/shared/content-security-policy.ts';
import type { FormResult } from '#src/shared/form-result.ts';
import { ALL_EMBEDDED, type PublicSettings } from '#src/shared/public-settings.ts';
import type { TestShop } from '#tests/support/shop.ts';

export interface PostedForm {
  status: number;
  /** The path of the redirect, if any. */
  location: string | null;
  retryAfter: string | null;
  response: FormResult | null;
}

type Action = (args: never) => unknown;

interface PostOptions {
  limits?: boolean;
  /** The client's IP address. */
  clientAddress?: string;
  params?: Record<string, string>;
  /** The path of the page with the form, including its query. */
  path?: string;
  db?: Db;
  settings?: PublicSettings;
}

/** Builds the arguments that React Router passes to a page's action or loader. */
export function createActionArgs(shop: TestShop, request: Request, more: PostOptions = {}) {
  const context = new RouterContextProvider();
  const log = createLog('silent');
  const { settings = ALL_EMBEDDED } = more;
  context.set(pageContext, {
    ...shop.context,
    identity: settings.identity.kind === 'embedded' ? shop.identity : null,
    db: more.db ?? shop.database.db,
    limits: createRateLimits(shop.database.pool, more.limits ?? false, log),
    log,
    settings,
    sources: SELF_ONLY,
  });
  context.set(requestInfo, {
    clientAddress: more.clientAddress ?? '198.51.100.1',
    requestId: 'request-of-a-test',
  });
  context.set(cacheTags, new Set());
  return { request, url: new URL(request.url), context, params: more.params ?? {} } as unknown as ActionFunctionArgs;
}

/** Submits a form to a page's action, as a browser does. */
export async function postForm(
  shop: TestShop,
  action: Action,
  fields: Record<string, string> | RequestInit,
  more: PostOptions = {},
): Promise<PostedForm> {
  const init =
    'body' in fields ? (fields as RequestInit) : { body: new URLSearchParams(fields as Record<string, string>) };
  const request = new Request(`${shop.origin}${more.path ?? '/form'}`, { method: 'POST', ...init });
  const result = await action(createActionArgs(shop, request, more) as never);
  if (result instanceof Response) {
    return { status: result.status, location: result.headers.get('location'), retryAfter: null, response: null };
  }
  const formResult = result as { data: FormResult; init: ResponseInit | null } | null;
  return {
    status: formResult?.init?.status ?? 200,
    location: null,
    retryAfter: new Headers(formResult?.init?.headers).get('retry-after'),
    response: formResult?.data ?? null,
  };
}
