import { useId } from 'react';
import { messages } from '#src/shared/messages.ts';
import { site } from '#src/shared/site-messages.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { cutText } from '#src/shared/ui/cut-text.ts';
import { Picture } from '#src/shared/ui/picture.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import type { Tool } from '../contract.ts';

type CardTool = Omit<Tool, 'createdAt'>;

const LONGEST_ABOUT = 80;

/** What a card shows of a tool, and no more of it: `about` is already cut. */
export function toCardTool({ createdAt: _, about, ...tool }: Tool): CardTool & { more: boolean } {
  const cut = cutText(about, LONGEST_ABOUT);
  return { ...tool, about: cut.text, more: cut.more };
}

/** One entry of the catalogue. The whole of it leads to the tool; the link is the button. */
export function ToolCard({ tool }: { tool: ReturnType<typeof toCardTool> }) {
  const nameId = useId();
  const orderable = tool.quantity >= tool.minOrderQuantity;
  return (
    <article className="group relative flex h-full flex-col">
      <Picture
        src={tool.picture}
        alt=""
        sizes="(min-width: 1024px) 30vw, (min-width: 640px) 46vw, 92vw"
        className="aspect-4/3 w-full object-contain"
      />
      <div className="flex flex-1 flex-col border-line border-t px-2 py-5 sm:px-5 transition-colors group-hover:bg-sheet">
        <h3 id={nameId} className="font-bold text-lead leading-snug tracking-tight wrap-anywhere">
          {tool.itemName}
        </h3>
        <p className={`mt-1.5 text-muted wrap-anywhere ${tool.more ? 'cut' : ''}`}>{tool.about}</p>
        <dl className="mt-auto mb-5 grid gap-1.5 pt-4">
          <Term name={site.tool.price}>
            <Price amount={tool.balance} unit={site.tool.each} className="font-semibold" />
          </Term>
          <Term name={site.tool.minimum}>
            <Pieces count={tool.minOrderQuantity} />
          </Term>
          <Term name={site.tool.stock}>
            {orderable ? (
              <Pieces count={tool.quantity} />
            ) : (
              <span className="font-semibold text-bad">{site.tool.out}</span>
            )}
          </Term>
        </dl>
        <ButtonLink
          to={`/singleTool/${tool._id}`}
          variant="secondary"
          aria-describedby={nameId}
          className="after:absolute after:inset-0"
        >
          {messages.home.placeOrder}
        </ButtonLink>
      </div>
    </article>
  );
}

/** A line of a price list: the term, a leader of dots, the figure. */
function Term({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-fine text-muted">{name}</dt>
      <span aria-hidden="true" className="min-w-4 flex-1 border-edge border-b border-dotted" />
      <dd>{children}</dd>
    </div>
  );
}

function Pieces({ count }: { count: number }) {
  return (
    <span className="figures whitespace-nowrap">
      {count.toLocaleString('en-US')}
      <span className="ml-1.5 inline-block min-w-9 text-left font-sans text-fine text-muted tracking-normal">
        {site.tool.pieces}
      </span>
    </span>
  );
}
