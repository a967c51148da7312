import { Link } from 'react-router';

/** A link from a tool to its quote form, for the quantity that somebody has entered. */
export function QuoteLink({ toolId, quantity = null }: { toolId: string; quantity?: number | null }) {
  return (
    <p className="text-muted">
      Need more than is in stock, or a special price?{' '}
      <Link
        to={`/quote?tool=${encodeURIComponent(toolId)}${quantity === null ? '' : `&quantity=${quantity}`}`}
        className="font-semibold text-ink underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
      >
        Request a quote
      </Link>
    </p>
  );
}
