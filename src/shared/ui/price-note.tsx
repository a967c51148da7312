import { useCompany } from '../company.ts';

/** What the prices of a list include, and what is added to them. Nothing in a shop that charges neither tax nor shipping. */
export function PriceNote({ className = '' }: { className?: string }) {
  const note = useCompany().selling?.priceNote;
  return note ? <p className={`text-fine text-muted ${className}`}>Prices {note}.</p> : null;
}
