import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCompany } from '#src/shared/company.ts';
import { copy } from '#src/shared/copy.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { usePrefetch } from './use-prefetch.ts';

/**
 * LinkedIn, Instagram and YouTube, beside the sentence that names them. As the specification says, they are not links.
 */
function SocialIcons() {
  return (
    <svg
      viewBox="0 0 96 24"
      className="h-6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3.5 3.5h17v17h-17zM7.5 10.5v6M7.5 7.3v.2M11.5 16.5v-6M11.5 13a2.5 2.5 0 0 1 5 0v3.5M43 3.5h10a3.5 3.5 0 0 1 3.5 3.5v10a3.5 3.5 0 0 1-3.5 3.5H43a3.5 3.5 0 0 1-3.5-3.5V7A3.5 3.5 0 0 1 43 3.5zM48 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM52.8 7.1v.1M77.5 5.5h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM82 9v6l5.2-3z" />
    </svg>
  );
}

const columns = [
  {
    title: siteCopy.footer.company,
    links: [
      { to: '/about', label: siteCopy.footer.aboutUs },
      { to: '/contact', label: copy.nav.contact },
      { to: '/jobs', label: siteCopy.footer.jobs },
      { to: '/press', label: siteCopy.footer.press },
    ],
  },
  {
    title: siteCopy.footer.legal,
    links: [
      { to: '/terms', label: siteCopy.footer.terms },
      { to: '/privacy', label: siteCopy.footer.privacy },
      { to: '/cookies', label: siteCopy.footer.cookies },
    ],
  },
];

/** The company, its pages and the newsletter, at the foot of every page. */
export function Footer({ newsletter }: { newsletter: ReactNode }) {
  const prefetch = usePrefetch();
  const company = useCompany();
  return (
    <footer className="border-ink border-t">
      <div className="frame grid grid-cols-2 gap-x-8 gap-y-10 py-10 md:grid-cols-4 lg:grid-cols-[5fr_3fr_3fr_5fr] lg:gap-x-12 lg:py-14">
        <div className="col-span-full grid content-start gap-y-5 sm:grid-cols-2 sm:gap-x-8 lg:col-span-1 lg:grid-cols-1">
          <div>
            <p className="flex items-center gap-2.5 font-extrabold text-lead tracking-tight">
              <img src="/images/marks/ironmonger.svg" alt="" width="32" height="32" className="size-8" />
              {company.name}
            </p>
            {company.foundedIn && (
              <p className="mt-3 max-w-sm">{siteCopy.footer.since(company.name, company.foundedIn)}</p>
            )}
          </div>
          <address className="text-fine text-muted not-italic leading-relaxed">
            {company.address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title} className="print:hidden">
            <h2 className="border-line border-b pb-2 font-semibold">{title}</h2>
            <ul className="mt-1">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    prefetch={prefetch}
                    className="inline-flex min-h-11 min-w-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <section
          aria-labelledby="newsletter-heading"
          className="col-span-full md:col-span-2 lg:col-span-1 print:hidden"
        >
          <h2 id="newsletter-heading" className="border-line border-b pb-2 font-semibold">
            {siteCopy.footer.newsletter}
          </h2>
          <div className="mt-4">{newsletter}</div>
        </section>
      </div>
      <div className="border-line border-t">
        <div className="frame flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-5 text-fine text-muted">
          <p>{siteCopy.footer.copyright(company.legalName, company.copyrightYear)}</p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
            <p>{siteCopy.footer.social(company.name)}</p>
            <SocialIcons />
          </div>
        </div>
      </div>
    </footer>
  );
}
