import './app.css';
import archivo from '@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2?url';
import { type ReactNode, use } from 'react';
import { Links, type LinksFunction, Meta, type MetaFunction, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { NonceContext } from '#src/shared/nonce.ts';
import { PublicSettingsContext, publicSettingsMeta } from '#src/shared/public-settings.ts';
import { DialogProvider } from '#src/shared/ui/dialog.tsx';
import { ErrorPage, errorMeta } from '#src/shared/ui/error-page.tsx';
import { Loading } from '#src/shared/ui/loading.tsx';

export const links: LinksFunction = () => [
  { rel: 'preload', as: 'font', type: 'font/woff2', href: archivo, crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', type: 'image/svg+xml', href: '/images/marks/ironmonger.svg' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const meta: MetaFunction = ({ error }) => errorMeta(error);

/** The document around every page and every error page. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  const settings = use(PublicSettingsContext);
  return (
    <html lang="en">
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
        {children}
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
