import { type ActionFunctionArgs, RouterContextProvider } from 'react-router';
import type { Db } from '#src/platform/database.server.ts';
import { createRateLimits } from '#src/platform/limits.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { pageShop, pageVisitor, shownTags } from '#src/platform/page-context.ts';
import type { FormAnswer } from '#src/shared/form-answer.ts';
import { OWN_SOURCES } from '#src/shared/page-policy.ts';
import { ALL_EMBEDDED, type ShopSettings } from '#src/shared/shop-settings.ts';
import type { TestShop } from '#tests/support/shop.ts';

export interface Posted {
  status: number;
  /** Where the page leads to, if it does. */
  location: string | null;
  retryAfter: string | null;
  answer: FormAnswer | null;
}

type Action = (args: never) => unknown;

interface More {
  limits?: boolean;
  /** The address it comes from. */
  from?: string;
  params?: Record<string, string>;
  db?: Db;
  settings?: ShopSettings;
}

/** Gives a page's action or loader what React Router would. */
export function pageArgs(shop: TestShop, request: Request, more: More = {}) {
  const context = new RouterContextProvider();
  const log = createLog('silent');
  context.set(pageShop, {
    db: more.db ?? shop.database.db,
    publicUrl: shop.origin,
    log,
    delivery: shop.shop.delivery,
    settings: more.settings ?? ALL_EMBEDDED,
    sources: OWN_SOURCES,
  });
  context.set(pageVisitor, {
    limits: createRateLimits(shop.database.pool, more.limits ?? false, log),
    clientAddress: more.from ?? '198.51.100.1',
    requestId: 'request-of-a-test',
  });
  context.set(shownTags, new Set());
  return { request, url: new URL(request.url), context, params: more.params ?? {} } as unknown as ActionFunctionArgs;
}

/** Posts a form to a page's action, as a browser does. */
export async function post(
  shop: TestShop,
  action: Action,
  fields: Record<string, string> | RequestInit,
  more: More = {},
): Promise<Posted> {
  const init =
    'body' in fields ? (fields as RequestInit) : { body: new URLSearchParams(fields as Record<string, string>) };
  const request = new Request(`${shop.origin}/form`, { method: 'POST', ...init });
  const answered = await action(pageArgs(shop, request, more) as never);
  if (answered instanceof Response) {
    return { status: answered.status, location: answered.headers.get('location'), retryAfter: null, answer: null };
  }
  const given = answered as { data: FormAnswer; init: ResponseInit | null } | null;
  return {
    status: given?.init?.status ?? 200,
    location: null,
    retryAfter: new Headers(given?.init?.headers).get('retry-after'),
    answer: given?.data ?? null,
  };
}
