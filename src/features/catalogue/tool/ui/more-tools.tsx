import { useEffect, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import type { Tool } from '../contract.ts';
import type { BasketButton } from './tool-action.tsx';

const SHOWN_COUNT = 3;

/** Tools like this one. They are fetched after the page has shown its own tool. */
export function MoreTools({ toolId, BasketButton }: { toolId: string; BasketButton: BasketButton }) {
  const similar = useSimilarTools(toolId);
  if (similar === null || similar?.tools.length === 0) return null;
  return (
    <Section title={siteCopy.tool.more} aria-busy={!similar}>
      <ul className="hairline-grid sm:grid-cols-2 lg:grid-cols-3">
        {similar
          ? similar.tools.map((tool, index) => (
              <li key={tool._id} className={getPlacementClass(index)}>
                <similar.ToolCard tool={similar.toToolCardData(tool)} BasketButton={BasketButton} />
              </li>
            ))
          : [0, 1, 2].map((index) => <Placeholder key={index} index={index} />)}
      </ul>
      <ButtonLink to="/tools" variant="secondary" className="mt-8">
        {siteCopy.home.allTools}
      </ButtonLink>
    </Section>
  );
}

type SimilarTools = { tools: Tool[] } & Pick<typeof import('./tool-card.tsx'), 'ToolCard'> &
  Pick<typeof import('./tool-card-data.ts'), 'toToolCardData'>;

/** The tools, and the component that shows them. Undefined while they are loading, null if that failed. */
function useSimilarTools(toolId: string): SimilarTools | null | undefined {
  const [similar, setSimilar] = useState<SimilarTools | null>();
  useEffect(() => {
    let isOutdated = false;
    setSimilar(undefined);
    const tools = callApi<Tool[]>(`/tools/${toolId}/similar`, { token: null });
    // Loaded together with the tools, since the page is hydrated without it.
    Promise.all([tools, import('./tool-card.tsx'), import('./tool-card-data.ts')]).then(
      ([response, { ToolCard }, { toToolCardData }]) => {
        const found = response.ok ? { tools: response.value, ToolCard, toToolCardData } : null;
        if (!isOutdated) setSimilar(found);
      },
      () => isOutdated || setSimilar(null),
    );
    return () => {
      isOutdated = true;
    };
  }, [toolId]);
  return similar;
}

/** Hides the third card in two columns, where it would be alone in its row. */
function getPlacementClass(index: number): string {
  return index === SHOWN_COUNT - 1 ? 'sm:max-lg:hidden' : '';
}

/** A placeholder for an entry until it is fetched. */
function Placeholder({ index }: { index: number }) {
  return (
    <li aria-hidden="true" className={getPlacementClass(index)}>
      <div className="aspect-4/3 border-line border-b" />
      <div className="h-72" />
    </li>
  );
}
