import { Link } from 'react-router';
import { enquiryTexts } from '../messages.ts';

/** The way from a tool to a price of one's own for it. */
export function QuoteOffer({ toolId }: { toolId: string }) {
  return (
    <p className="text-muted">
      {enquiryTexts.quote.fromTool}{' '}
      <Link
        to={`/quote?tool=${encodeURIComponent(toolId)}`}
        className="font-semibold text-ink underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
      >
        {enquiryTexts.quote.title}
      </Link>
    </p>
  );
}
