import { randomBytes } from 'node:crypto';
import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { pageContext } from '#src/flows/page-context.server.ts';
import { isDatabaseUnavailable } from '#src/platform/database-faults.server.ts';
import { pageError } from '#src/platform/page-request.ts';
import { contentSecurityPolicy } from '#src/shared/content-security-policy.ts';
import { NonceContext } from '#src/shared/nonce.ts';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';
import { toDocument } from './document.server.ts';

/** Notes why a page failed, for the log. React Router itself would print the error with SQL statement and parameters. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  const failure = context.get(pageError);
  // A missing page or a wrong method is no error of the shop.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  failure.causes.add(error);
  if (isDatabaseUnavailable(error)) failure.unavailable = true;
}

/** Renders a whole page; `toDocument` says what becomes of its scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { settings, sources } = loadContext.get(pageContext);
  const nonce = randomBytes(18).toString('base64url');
  let failed = false;
  const { causes } = loadContext.get(pageError);
  // React Router does not report what a loader throws as a response.
  for (const error of Object.values(context.staticHandlerContext.errors ?? {})) {
    if (isRouteErrorResponse(error)) causes.add(error);
  }
  const stream = await renderToReadableStream(
    <PublicSettingsContext value={settings}>
      <NonceContext value={nonce}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </NonceContext>
    </PublicSettingsContext>,
    {
      nonce,
      signal: request.signal,
      // Larger parts would come hidden after the page, for a script to move into their place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        failed = true;
        causes.add(error);
      },
    },
  );
  await stream.allReady;
  const rendered = await new Response(stream).text();
  const { html, hashes } = toDocument(rendered, {
    nonce,
    isPlaceholder: showsNothingWithoutScript(context),
    entry: context.manifest.entry.module,
  });
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', contentSecurityPolicy(hashes, sources));
  return new Response(html, { status: failed ? 500 : status, headers });
}

/** Whether a part of the page is a placeholder until the browser has loaded its data. */
function showsNothingWithoutScript({ staticHandlerContext, routeModules, manifest }: EntryContext): boolean {
  return staticHandlerContext.matches.some(({ route: { id } }) => {
    const { clientLoader } = (routeModules[id] ?? {}) as { clientLoader?: { hydrate?: boolean } };
    return clientLoader !== undefined && (clientLoader.hydrate === true || !manifest.routes[id]?.hasLoader);
  });
}
