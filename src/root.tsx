import { type ReactNode, use } from 'react';
import {
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from 'react-router';
import { COMPANY_DEFAULTS, toCompany } from '#src/features/shop-settings/company-settings.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { CompanyContext } from '#src/shared/company.ts';
import { NonceContext } from '#src/shared/nonce.ts';
import { PublicSettingsContext, publicSettingsMeta } from '#src/shared/public-settings.ts';
import { DialogProvider } from '#src/shared/ui/dialog.tsx';
import { ErrorPage, errorMeta } from '#src/shared/ui/error-page.tsx';
import { Loading } from '#src/shared/ui/loading.tsx';
import type { Route } from './+types/root';

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', type: 'image/svg+xml', href: '/images/marks/ironmonger.svg' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** What all pages say of the company, the settings of the shop being in force for each of them. */
export function loader({ context }: Route.LoaderArgs) {
  return { company: context.get(pageContext).getCompany() };
}

/** Once per document, and when a page asks for it: else each page of the dashboard would call the server. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}

/** Stands in where even the data of this route are missing. */
const FALLBACK = toCompany(COMPANY_DEFAULTS);

export const meta: Route.MetaFunction = ({ error, matches }) => errorMeta(error, matches);

/** The document around every page and every error page. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  const settings = use(PublicSettingsContext);
  const company = useRouteLoaderData<typeof loader>('root')?.company ?? FALLBACK;
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f6f1e7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0e1a2b" media="(prefers-color-scheme: dark)" />
        <meta {...publicSettingsMeta(settings)} />
        <Meta />
        <Links />
      </head>
      <body>
        <CompanyContext value={company}>{children}</CompanyContext>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <DialogProvider>
      <Outlet />
    </DialogProvider>
  );
}

export function HydrateFallback() {
  return <Loading />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <main>
      <ErrorPage error={error} />
    </main>
  );
}
