import { ButtonLink } from '#src/shared/ui/button.tsx';
import type { ListNavigation } from '#src/shared/ui/list/use-list-navigation.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import { describeOutcome, type SearchOutcome } from '../search-outcome.ts';
import { toolsCopy } from '../tools-copy.ts';

const { found: copy } = toolsCopy;

/**
 * Says above the results that other words were searched, or that no tool has all of them. Renders nothing otherwise.
 */
export function SearchNotice({ outcome, list }: { outcome: SearchOutcome; list: ListNavigation }) {
  const { params, config, link } = list;
  const filter = config.states.find(([state]) => state === params.state)?.[1];
  const notice = describeOutcome(outcome, filter);
  if (!notice) return null;
  return (
    <div className="mb-6 grid justify-items-start gap-3 border border-line bg-sheet px-4 py-4 sm:px-6">
      <div>
        <h2 className="font-semibold text-lead wrap-anywhere">{notice.title}</h2>
        <p className="max-w-prose text-muted wrap-anywhere">{notice.text}</p>
      </div>
      {outcome.nearest && (
        <div className="flex flex-wrap gap-3">
          {filter && <ButtonLink {...link({ state: '' })}>{copy.allStates}</ButtonLink>}
          <QuoteLink q={outcome.q} />
          <ButtonLink to="/tools" variant="quiet">
            {toolsCopy.title}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

/** Replaces the results if a search found nothing at all. For a list of part numbers, it names each. */
export function NothingFound(props: { q: string; notice: SearchOutcome['notice'] | undefined; list: ListNavigation }) {
  const { q, notice, list } = props;
  const { link } = list;
  return (
    <EmptyState
      title={notice?.title ?? copy.nothing}
      text={notice?.text ?? copy.nothingText(q)}
      action={
        <div className="flex flex-wrap gap-3">
          <QuoteLink q={q} />
          <ButtonLink {...link({ q: '', state: '' })} variant="quiet">
            {copy.clear}
          </ButtonLink>
        </div>
      }
    />
  );
}

/** A link to the quote form with the search as the product. */
function QuoteLink({ q }: { q: string }) {
  return (
    <ButtonLink to={`/quote?${new URLSearchParams({ product: q })}`} variant="secondary">
      {copy.quote}
    </ButtonLink>
  );
}
