import type { WireBulkValues } from '../contract.ts';
import { describeValues } from '../copy.ts';

/** The values of a tool that a bulk change touches, one per line. */
export function BulkValuesText({ values, strong = false }: { values: WireBulkValues; strong?: boolean }) {
  return (
    <span className={`wrap-anywhere ${strong ? 'font-semibold' : ''}`}>
      {describeValues(values).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </span>
  );
}
