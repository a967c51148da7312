import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { ToolName } from '#src/shared/ui/tool-link.tsx';
import { shippingCopy } from '../copy.ts';

const { unweighed: copy } = shippingCopy;

interface UnweighedToolsProps {
  tools: readonly { _id: string; sku: string; itemName: string }[];
  /** How many there are, of which `tools` are the first. */
  total: number;
}

/** The tools on sale without a weight, each with the way to its editor. */
export function UnweighedTools({ tools, total }: UnweighedToolsProps) {
  return (
    <Section id="unweighed" title={copy.title}>
      <div className="mt-4 grid gap-4">
        <p className="max-w-prose text-muted">{tools.length === 0 ? copy.none : copy.text}</p>
        {tools.length > 0 && (
          <ul aria-label={copy.list} className="grid gap-x-8 border-line border-t sm:grid-cols-2">
            {tools.map((tool) => (
              <li key={tool._id} className="flex min-h-11 items-center border-line border-b py-1.5">
                <ToolName tool={tool} mayKeep />
              </li>
            ))}
          </ul>
        )}
        {total > tools.length && (
          <div>
            <ButtonLink to="/dashboard/products?state=unweighed" variant="secondary">
              {copy.all(total)}
            </ButtonLink>
          </div>
        )}
      </div>
    </Section>
  );
}
