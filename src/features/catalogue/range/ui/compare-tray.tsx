import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { joinUnits } from '#src/shared/units.ts';
import { categoryCopy } from '../category-copy.ts';
import { MAX_COMPARED, toComparePath, toggleCompared, useComparedTools } from './compared-tools.ts';

const { compare: copy } = categoryCopy;

/** A bar at the lower edge with the tools chosen for comparison. Renders nothing if there are none. */
export function CompareTray({ isFull }: { isFull: boolean }) {
  const tools = useComparedTools();
  if (tools.length === 0) return null;
  return (
    <section
      aria-label={copy.tray}
      className="sticky bottom-0 z-2 mt-6 flex flex-wrap items-center gap-2 border-ink border-t bg-paper py-3"
    >
      <ul className="flex min-w-0 grow flex-wrap gap-2 max-sm:hidden">
        {tools.map((tool) => (
          <li key={tool.slug}>
            <button
              type="button"
              aria-label={copy.remove(tool.name)}
              onClick={() => toggleCompared(tool)}
              className="inline-flex min-h-11 items-center gap-2 border border-edge px-3 hover:bg-tint"
            >
              {joinUnits(tool.name)}
              <Icon name="x" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="w-full text-fine text-muted empty:hidden">
        {isFull && tools.length === MAX_COMPARED ? copy.full : tools.length === 1 ? copy.one : ''}
      </p>
      <ButtonLink to={toComparePath(tools.map(({ slug }) => slug))} className="max-sm:w-full">
        {copy.choose} ({tools.length})
      </ButtonLink>
    </section>
  );
}
