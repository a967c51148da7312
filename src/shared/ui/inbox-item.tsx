import type { ReactNode } from 'react';
import { ellipsize } from './truncate.ts';

/** In characters. Of a longer text, only the beginning is shown at first. */
const FOLD_LENGTH = 280;

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
    <article aria-labelledby={headingId} className="grid gap-3 border-line border-b py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id={headingId} className="min-w-0 font-bold text-lead leading-snug tracking-tight wrap-anywhere">
          {heading}
        </h3>
        {badge}
      </div>
      <div className="text-fine text-muted wrap-anywhere">{facts}</div>
      {note}
      <CollapsibleText text={text} />
      {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
      {below}
    </article>
  );
}

/** A text of several lines. Of a long one, only the beginning is shown at first. */
export function CollapsibleText({ text }: { text: string }) {
  const body = 'max-w-prose whitespace-pre-line wrap-anywhere';
  if (text.length <= FOLD_LENGTH && text.split('\n').length <= 6) return <p className={body}>{text}</p>;
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer list-none flex-col gap-1 marker:content-none">
        <span className="line-clamp-3 max-w-prose wrap-anywhere group-open:hidden">{ellipsize(text, FOLD_LENGTH)}</span>
        <span className="font-semibold underline decoration-line decoration-2 underline-offset-4">
          <span className="group-open:hidden">Read more</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <p className={`${body} mt-2`}>{text}</p>
    </details>
  );
}
