import type { ReactNode } from 'react';
import { ellipsize } from './truncate.ts';

/** In characters. If a text is longer, only its beginning is shown at first. */
const FOLD_LENGTH = 280;

/** An entry of a dense list: its facts and its actions share a line below the heading, and its text follows. */
export const DENSE_ENTRY =
  'dense-entry dense:flex dense:flex-wrap dense:items-center dense:gap-x-4 dense:gap-y-0.5 dense:text-fine';

/** One entry of an inbox: a heading, who and when, the text, and its actions. */
export function InboxItem({
  heading,
  headingId,
  facts,
  text,
  mark: badge,
  note,
  actions,
  below,
}: {
  heading: ReactNode;
  headingId: string;
  facts: ReactNode;
  text: string;
  /** Its state, to the right of the heading. */
  mark?: ReactNode;
  /** Shown before the text. */
  note?: ReactNode;
  actions?: ReactNode;
  /** What an action has opened, such as a form. */
  below?: ReactNode;
}) {
  return (
    <article
      aria-labelledby={headingId}
      className={`grid gap-3 border-line border-b py-5 compact:gap-1 compact:py-2 dense:py-1.5 ${DENSE_ENTRY}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 dense:w-full">
        <h3
          id={headingId}
          className="min-w-0 font-bold text-lead leading-snug tracking-tight wrap-anywhere dense:text-fine"
        >
          {heading}
        </h3>
        {badge}
      </div>
      <div className="text-fine text-muted wrap-anywhere dense:min-w-0 dense:flex-1">{facts}</div>
      {note}
      <CollapsibleText text={text} />
      {actions && <div className="flex flex-wrap items-center gap-3 dense:ml-auto">{actions}</div>}
      {below && <div className="dense:order-last dense:w-full">{below}</div>}
    </article>
  );
}

/** A text of several lines. If it is long, only its beginning is shown at first. */
export function CollapsibleText({ text }: { text: string }) {
  const body =
    'max-w-prose whitespace-pre-line wrap-anywhere dense:order-1 dense:w-full dense:max-w-none dense:whitespace-normal dense:text-fine';
  if (text.length <= FOLD_LENGTH && text.split('\n').length <= 6) return <p className={body}>{text}</p>;
  return (
    <details className="group dense:order-1 dense:w-full dense:text-fine">
      <summary className="flex min-h-11 cursor-pointer list-none flex-col gap-1 marker:content-none dense:flex-row dense:justify-between">
        <span className="line-clamp-3 max-w-prose whitespace-pre-line wrap-anywhere group-open:hidden dense:line-clamp-1 dense:max-w-none dense:whitespace-normal">
          {ellipsize(text, FOLD_LENGTH).replaceAll(/\n{2,}/g, '\n')}
        </span>
        <span className="shrink-0 font-semibold underline decoration-line decoration-2 underline-offset-4">
          <span className="group-open:hidden">Read more</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <p className={`${body} mt-2`}>{text}</p>
    </details>
  );
}
