import { useId } from 'react';
import { Link } from 'react-router';
import { getShownWidth } from '#src/shared/image-url.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Section } from '#src/shared/ui/page.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import { joinUnits } from '#src/shared/units.ts';
import { toolCopy } from '../copy.ts';
import { RELATION_KINDS } from '../kinds.ts';
import type { RelatedTool } from '../related-contract.ts';
import type { BasketButton } from './tool-action.tsx';

const { related: copy } = toolCopy;

/** The accessories, parts and successor of a tool. Renders nothing if it names none. */
export function RelatedTools({
  related,
  BasketButton,
}: {
  related: readonly RelatedTool[];
  BasketButton: BasketButton;
}) {
  if (related.length === 0) return null;
  return (
    <Section title={copy.title} className="min-w-0">
      <ul className="hairline-grid border-line border-b sm:grid-cols-2 lg:grid-cols-3">
        {RELATION_KINDS.flatMap((kind) => related.filter((tool) => tool.kind === kind)).map((tool) => (
          <RelatedEntry key={`${tool.kind} ${tool._id}`} tool={tool} BasketButton={BasketButton} />
        ))}
      </ul>
    </Section>
  );
}

function RelatedEntry({
  tool: { _id, kind, slug, sku, itemName, picture, balance, state, smallestOrder },
  BasketButton,
}: {
  tool: RelatedTool;
  BasketButton: BasketButton;
}) {
  const nameId = useId();
  const path = `/tools/${slug}`;
  return (
    <li className="group relative flex gap-4 px-2 py-4 sm:px-4">
      <ResponsiveImage
        src={picture}
        alt=""
        sizes={`${Math.ceil(96 * getShownWidth(picture, 4 / 3))}px`}
        className="aspect-4/3 w-24 shrink-0 self-start object-contain"
      />
      <div className="grid min-w-0 content-start gap-1">
        <p className="text-fine text-muted">{copy.kinds[kind]}</p>
        <h3 id={nameId} className="font-semibold leading-snug wrap-anywhere">
          <Link
            to={path}
            prefetch={usePrefetch(path)}
            className="no-underline after:absolute after:inset-0 group-hover:underline"
          >
            {joinUnits(itemName)}
          </Link>
        </h3>
        <p className="figures text-fine text-muted wrap-anywhere">{sku}</p>
        {state === 'on_sale' ? (
          <>
            <Price amount={balance} unit={siteCopy.tool.each} className="justify-self-start" />
            <BasketButton
              toolId={_id}
              quantity={smallestOrder}
              nameId={nameId}
              className="relative z-1 -ml-3 justify-self-start px-3!"
            />
          </>
        ) : (
          <p className="text-fine text-muted">{toolCopy.noLonger.title}</p>
        )}
      </div>
    </li>
  );
}
