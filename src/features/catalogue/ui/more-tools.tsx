import { useEffect, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { site } from '#src/shared/site-messages.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import type { Tool } from '../contract.ts';
import { ToolCard, toCardTool } from './tool-card.tsx';

const SHOWN = 3;

/** The newest tools besides this one, and the way to all. Asked for once the tool itself is there; nothing waits for it. */
export function MoreTools({ besides }: { besides: string }) {
  const newest = useNewestTools();
  if (newest === null) return null;
  const others = newest?.filter(({ _id }) => _id !== besides).slice(0, SHOWN);
  if (others?.length === 0) return null;
  return (
    <Section title={site.tool.more} aria-busy={!others}>
      <ul className="ruled sm:grid-cols-2 lg:grid-cols-3">
        {others
          ? others.map((tool, index) => (
              <li key={tool._id} className={placeOf(index)}>
                <ToolCard tool={toCardTool(tool)} />
              </li>
            ))
          : [0, 1, 2].map((index) => <Reserved key={index} index={index} />)}
      </ul>
      <ButtonLink to="/tools" variant="secondary" className="mt-8">
        {site.home.allTools}
      </ButtonLink>
    </Section>
  );
}

/** Newest first; undefined while nobody has answered, null where nobody will. */
function useNewestTools(): Tool[] | null | undefined {
  const [tools, setTools] = useState<Tool[] | null>();
  useEffect(() => {
    let left = false;
    // One more than is shown: the tool of the page may be among them.
    void callApi<Tool[]>(`/tools?limit=${SHOWN + 1}`, { token: null }).then((answer) => {
      if (!left) setTools(answer.ok ? answer.value.toReversed() : null);
    });
    return () => {
      left = true;
    };
  }, []);
  return tools;
}

/** In two columns the third would stand alone. */
function placeOf(index: number): string {
  return index === SHOWN - 1 ? 'sm:max-lg:hidden' : '';
}

/** Holds the place of an entry until it is there. */
function Reserved({ index }: { index: number }) {
  return (
    <li aria-hidden="true" className={placeOf(index)}>
      <div className="aspect-4/3 border-line border-b" />
      <div className="h-72" />
    </li>
  );
}
