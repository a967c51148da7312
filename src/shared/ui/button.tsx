import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { usePrefetch } from './use-prefetch.ts';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-edge px-5 py-2 text-center font-semibold leading-tight no-underline transition-colors active:translate-y-px disabled:cursor-not-allowed disabled:active:translate-y-0';

const variants: Record<ButtonVariant, string> = {
  primary:
    'border border-signal bg-signal text-on-signal hover:border-signal-pressed hover:bg-signal-pressed disabled:border-line disabled:bg-tint disabled:text-muted',
  secondary:
    'border border-ink text-ink hover:bg-ink hover:text-paper disabled:border-line disabled:bg-transparent disabled:text-muted',
  quiet:
    'border border-transparent text-ink underline decoration-line decoration-2 underline-offset-4 hover:bg-tint hover:decoration-signal disabled:bg-transparent disabled:text-muted',
  danger:
    'border border-bad text-bad hover:bg-bad hover:text-paper disabled:border-line disabled:bg-transparent disabled:text-muted',
};

/** The classes of a button, for the rare element that is neither of the two below. */
export function buttonClasses(variant: ButtonVariant = 'primary', className = ''): string {
  return `${base} ${variants[variant]} ${className}`;
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  /** Shows a spinner at the same width. Clicks do nothing, and the button keeps the focus. */
  pending?: boolean;
}

/** A button whose default `type` is "button". */
export function Button({ variant = 'primary', pending = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClasses(variant, `relative ${pending ? 'cursor-progress' : ''} ${className ?? ''}`)}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={`inline-flex items-center gap-2 ${pending ? 'opacity-0' : ''}`}>{children}</span>
      {pending && (
        <span aria-hidden="true" className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
}

/** A link that looks like a button, for going somewhere in the shop. */
export function ButtonLink({
  variant = 'primary',
  className,
  ...rest
}: ComponentProps<typeof Link> & { variant?: ButtonVariant }) {
  return <Link prefetch={usePrefetch(rest.to)} {...rest} className={buttonClasses(variant, className)} />;
}

/** A turning hexagon nut, shown while something is pending. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`spinner ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M12 2.5l8.2 4.75v9.5L12 21.5l-8.2-4.75v-9.5z" strokeLinejoin="round" />
      <path d="M12 7.5a4.5 4.5 0 1 1-4.5 4.5" />
    </svg>
  );
}
