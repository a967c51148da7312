import { Link } from 'react-router';
import { joinUnits } from '../../../shared/units.ts';
import type { Block } from '../company-page.ts';

const link =
  'inline-flex min-h-11 items-center font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal';

export function SectionBlock({ part }: { part: Block }) {
  if (typeof part === 'string') return <p className="max-w-prose">{joinUnits(part)}</p>;
  if ('list' in part) {
    return (
      <ul className="grid max-w-prose list-[square] gap-2 pl-5 marker:text-edge">
        {part.list.map((entry) => (
          <li key={entry}>{joinUnits(entry)}</li>
        ))}
      </ul>
    );
  }
  if ('entries' in part) {
    return (
      <dl className="border-line border-t">
        {part.entries.map(([name, text]) => (
          <div
            key={name}
            className="grid gap-x-8 gap-y-1 border-line border-b py-3 last:border-b-0 last:pb-0 sm:grid-cols-[13rem_minmax(0,1fr)]"
          >
            <dt className="font-semibold wrap-anywhere">{name}</dt>
            <dd className="max-w-prose">{joinUnits(text)}</dd>
          </div>
        ))}
      </dl>
    );
  }
  if ('links' in part) {
    return (
      <p className="flex flex-wrap gap-x-6">
        {part.links.map(({ to, label }) => (
          <Link key={to} to={to} className={link}>
            {label}
          </Link>
        ))}
      </p>
    );
  }
  return (
    <ul className="hairline-grid border border-line sm:grid-cols-2">
      {part.drawings.map(({ file, name, width, height }) => (
        <li key={file} className="grid content-between gap-3 p-4">
          <img
            src={file}
            alt=""
            width={width}
            height={height}
            loading="lazy"
            className="mx-auto aspect-[8/3] h-auto w-full object-contain"
          />
          <a href={file} download className={link}>
            {name} <span className="ml-2 font-normal text-fine text-muted">(SVG, download)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
