import { formatDecimalMoney } from '#src/shared/money.ts';

/** An amount in USD, as a number or decimal string, right-aligned. `unit` follows it, as in "per piece". */
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
    <span className={`figures inline-block text-right whitespace-nowrap ${className}`}>
      {formatDecimalMoney(amount)}
      {unit && (
        <>
          {' '}
          <span className="inline-block min-w-9 text-left font-normal font-sans text-fine tracking-normal text-muted">
            {unit}
          </span>
        </>
      )}
    </span>
  );
}
