import { formatDecimalMoney } from '#src/shared/money.ts';

/**
 * An amount of money, as a number or decimal string, right-aligned. `unit` follows it, as in "per piece". Page translators
 * leave it alone: they replace its text, and later amounts would not appear.
 */
export function Price({
  amount,
  unit,
  className = '',
}: {
  amount: number | string;
  unit?: string;
  className?: string;
}) {
  return (
    <span translate="no" className={`figures inline-block text-right whitespace-nowrap ${className}`}>
      {formatDecimalMoney(amount)}
      {unit && (
        <>
          {' '}
          <span
            translate="yes"
            className="inline-block min-w-9 text-left font-normal font-sans text-fine tracking-normal text-muted"
          >
            {unit}
          </span>
        </>
      )}
    </span>
  );
}
