import type { ReactNode } from 'react';
import { listShownFields } from '#src/shared/tool-fields/plain-fields.ts';
import { Section } from '#src/shared/ui/page.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { Tool } from '../contract.ts';
import { toolCopy } from '../copy.ts';

const { specification: copy } = toolCopy;

/** The measurements of a tool and the safety information of its maker. Renders nothing if neither is known. */
export function ToolSpecification({ tool }: { tool: Tool }) {
  const { specifications, weight, size, maker, warnings } = tool;
  const rows = specifications.map(({ name, value, unit }) => [name, unit ? `${value}\u00a0${unit}` : value] as const);
  if (size) rows.push([copy.size, `${size.length} × ${size.width} × ${size.height}\u00a0${size.unit}`]);
  if (weight) rows.push([copy.weight, `${weight.value}\u00a0${weight.unit}`]);
  rows.push(...listShownFields(tool));
  if (rows.length === 0 && !maker && !warnings) return null;
  return (
    <div className="grid gap-10">
      {rows.length > 0 && (
        <Section title={copy.title}>
          <dl>
            {rows.map(([name, value]) => (
              <Row key={name} name={name}>
                {joinUnits(value)}
              </Row>
            ))}
          </dl>
        </Section>
      )}
      {(maker || warnings) && (
        <Section title={copy.safety}>
          {warnings && (
            <ul className="mt-3 grid list-disc gap-1.5 pl-5">
              {warnings.split('\n').map((warning) => (
                <li key={warning}>{joinUnits(warning)}</li>
              ))}
            </ul>
          )}
          {maker && (
            <p className="mt-4 whitespace-pre-line text-fine text-muted">
              {copy.maker} {maker.name}
              {'\n'}
              {maker.address}
            </p>
          )}
        </Section>
      )}
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 border-line border-b py-2.5">
      <dt className="text-muted">{name}</dt>
      {/* The browser's name of a country may differ from the server's. */}
      <dd suppressHydrationWarning className="min-w-0 text-right wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}
