import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';

interface HeadingProps {
  title: string;
  /** A sentence or two under the title. */
  text?: ReactNode;
  /** Shown to the right of the title; on a phone, below it. */
  actions?: ReactNode;
}

/** The page's one h1. */
export function PageHeading({ title, text, actions }: HeadingProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-b border-ink pb-5">
      <div className="min-w-0 max-w-3xl">
        <h1 className="text-head font-bold tracking-tight wrap-anywhere">{title}</h1>
        {text && <p className="mt-3 text-lead text-muted">{text}</p>}
      </div>
      {actions}
    </header>
  );
}

/** A page of the dashboard: its heading, and the content below. */
export function DashboardPage({ children, ...heading }: HeadingProps & { children: ReactNode }) {
  return (
    <>
      <PageHeading {...heading} />
      <div className="mt-8">{children}</div>
    </>
  );
}

const EMPTY_IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

const widths = { wide: '', text: 'max-w-3xl', form: 'max-w-xl' };

/**
 * A page with heading and content. `width` limits the content. `drawing` is the URL of an 800 × 600 drawing that
 * decorates the space beside a narrow page on wide screens.
 * `flush` puts the content right under the line below the heading. In the `ledger` register, headings are small.
 */
export function Page({
  width = 'wide',
  drawing,
  flush = false,
  register = '',
  children,
  ...heading
}: HeadingProps & {
  width?: keyof typeof widths;
  drawing?: string;
  flush?: boolean;
  register?: 'ledger' | '';
  children?: ReactNode;
}) {
  return (
    <div
      className={`${register} frame pt-10 pb-20 lg:pt-16 ${drawing ? 'grid items-start gap-x-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]' : ''}`}
    >
      <div className={widths[width]}>
        <PageHeading {...heading} />
        <div className={flush ? '' : 'mt-8'}>{children}</div>
      </div>
      {drawing && (
        <picture className="hidden lg:block">
          {/* Known before the page is laid out, unlike a lazy one, and fetched only where it is shown. */}
          <source media="(width >= 64rem)" srcSet={drawing} width="800" height="600" />
          <img src={EMPTY_IMAGE} alt="" width="800" height="600" className="h-auto w-full" />
        </picture>
      )}
    </div>
  );
}

/** A section with its own h2. `actions` stay beside it at any width; the title breaks if there is little room. */
export function Section({
  title,
  actions,
  children,
  id,
  ...rest
}: Omit<ComponentProps<'section'>, 'title'> & { title: string; actions?: ReactNode }) {
  const headingId = `${id ?? title.toLowerCase().replaceAll(/\W+/g, '-')}-heading`;
  return (
    <section {...rest} aria-labelledby={headingId} id={id}>
      <div className="flex items-end justify-between gap-x-4 border-b border-ink pb-3">
        <h2 id={headingId} className="min-w-0 text-title font-bold tracking-tight">
          {title}
        </h2>
        {actions && <div className="shrink-0">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/**
 * A section of a long text, with its title at the left on wide screens. `numbered` continues a `[counter-reset:part]`.
 */
export function TextSection({
  title,
  numbered = false,
  children,
}: {
  title: string;
  numbered?: boolean;
  children: ReactNode;
}) {
  const number =
    'before:font-mono before:font-normal before:text-fine before:text-signal before:content-[counter(part,decimal-leading-zero)]';
  return (
    <section className="grid gap-x-12 gap-y-3 border-line border-b py-8 [counter-increment:part] lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] print:break-inside-avoid">
      <h2
        className={`flex items-baseline gap-4 font-bold text-lead leading-snug tracking-tight ${numbered ? number : ''}`}
      >
        {title}
      </h2>
      <div className="grid min-w-0 content-start gap-4">{children}</div>
    </section>
  );
}

/** Says that there is nothing yet, and what to do. */
export function EmptyState({ title, text, action }: { title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 border border-line border-dashed px-6 py-10">
      <p className="text-lead font-semibold">{title}</p>
      {text && <p className="max-w-prose text-muted wrap-anywhere">{text}</p>}
      {action}
    </div>
  );
}

/** Says that a read failed, and offers to try again. */
export function LoadError({
  title = 'This could not be loaded',
  text = 'Please check your connection and try again.',
  onRetry,
  pending = false,
}: {
  title?: string;
  text?: ReactNode;
  onRetry?: () => void;
  pending?: boolean;
}) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 border border-bad px-6 py-8">
      <p className="text-lead font-semibold text-bad">{title}</p>
      <p className="max-w-prose">{text}</p>
      {onRetry && (
        <Button variant="secondary" pending={pending} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
