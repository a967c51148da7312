import { Link } from 'react-router';
import { messages } from '#src/shared/messages.ts';
import { company, site } from '#src/shared/site-messages.ts';

const links = [
  { to: '/about', label: site.footer.aboutUs },
  { to: '/contact', label: messages.nav.contact },
];

export function Footer() {
  return (
    <footer className="mt-auto border-ink border-t">
      <div className="frame grid gap-x-12 gap-y-8 py-10 sm:grid-cols-[2fr_1fr_1fr] lg:py-14">
        <div>
          <p className="flex items-center gap-2.5 font-extrabold text-lead tracking-tight">
            <img src="/images/marks/ironmonger.svg" alt="" width="32" height="32" className="size-8" />
            {company.name}
          </p>
          <p className="mt-3 max-w-sm">{site.footer.since}</p>
        </div>
        <nav aria-label={site.footer.company}>
          <h2 className="font-semibold text-fine text-muted">{site.footer.company}</h2>
          <ul className="mt-1">
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <address className="text-fine not-italic leading-relaxed text-muted">
          {company.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </div>
      <div className="border-line border-t">
        <p className="frame py-5 text-fine text-muted">{site.footer.copyright}</p>
      </div>
    </footer>
  );
}
