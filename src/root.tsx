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
import { listTopCategories } from '#src/features/categories/queries.server.ts';
import { readSellingTerms } from '#src/flows/checkout/note-prices.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { frameTags } from '#src/platform/page-request.ts';
import { type Company, CompanyContext } from '#src/shared/company.ts';
import { getShopCurrency, toCurrencyAttribute } from '#src/shared/money.ts';
import { NonceContext } from '#src/shared/nonce.ts';
import { PublicSettingsContext, publicSettingsMeta } from '#src/shared/public-settings.ts';
import { TopCategoriesContext } from '#src/shared/top-categories.ts';
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

/** As many categories as there is room for. */
const NAMED_CATEGORIES = 5;

/** What all pages say of the company and its range. A page whose categories cannot be read goes without them. */
export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { db, getCompany, log } = page;
  const categories = await listTopCategories(db, NAMED_CATEGORIES).catch((err: unknown) => {
    log.warn({ err }, 'the categories of the frame could not be read');
    return [];
  });
  const tags = context.get(frameTags).add('categories');
  // The first tool on sale makes its category public. Where others fill the bar, it waits for a change of a category.
  if (categories.length < NAMED_CATEGORIES) tags.add('category-counts');
  const selling = readSellingTerms(page);
  return {
    company: selling ? { ...getCompany(), selling } : getCompany(),
    categories,
    currency: toCurrencyAttribute(getShopCurrency()),
  };
}

/** Once per document, and when a page asks for it: else each page of the dashboard would call the server. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}

/** Stands in where even the data of this route are missing. Small, since every page loads it. */
const FALLBACK: Company = {
  name: 'Ironmonger',
  legalName: 'Ironmonger',
  address: [],
  taxNumber: null,
  phone: { formatted: '', uri: '' },
  email: '',
  hours: '',
  timeZone: 'UTC',
  location: { latitude: 0, longitude: 0 },
  headline: '',
  foundedIn: null,
  copyrightYear: null,
  deliversTo: [],
};

export const meta: Route.MetaFunction = ({ error, matches }) => errorMeta(error, matches);

/** The document around every page and every error page. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  const settings = use(PublicSettingsContext);
  const {
    company = FALLBACK,
    categories = [],
    // Browsers keep what the server wrote.
    currency = import.meta.env.SSR ? toCurrencyAttribute(getShopCurrency()) : undefined,
  } = useRouteLoaderData<typeof loader>('root') ?? {};
  return (
    <html lang="en" data-currency={currency} suppressHydrationWarning>
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
        <CompanyContext value={company}>
          <TopCategoriesContext value={categories}>{children}</TopCategoriesContext>
        </CompanyContext>
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
