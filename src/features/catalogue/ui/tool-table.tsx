import { Link } from 'react-router';
import { messages } from '#src/shared/messages.ts';
import { site } from '#src/shared/site-messages.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { cutText } from '#src/shared/ui/cut-text.ts';
import { Picture } from '#src/shared/ui/picture.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { type Column, Table, type TableOrder } from '#src/shared/ui/table.tsx';
import type { Tool } from '../contract.ts';
import { Pieces, StockMark } from './stock-mark.tsx';

const LONGEST_ABOUT = 150;

export interface ListedTool extends Omit<Tool, 'createdAt'> {
  /** `about` was cut. */
  more: boolean;
}

/** What a line of the catalogue shows of a tool, and no more of it. */
export function toListedTool({ createdAt: _, about, ...tool }: Tool): ListedTool {
  const cut = cutText(about, LONGEST_ABOUT);
  return { ...tool, about: cut.text, more: cut.more };
}

const figures: Column<ListedTool>[] = [
  {
    header: site.tool.price,
    width: 'w-26 lg:w-36',
    align: 'end',
    sort: 'price',
    cell: (tool) => <Price amount={tool.balance} className="font-semibold" />,
  },
  {
    header: site.tool.minimum,
    width: 'w-24 lg:w-44',
    align: 'end',
    sort: 'minimum',
    cell: (tool) => <Pieces count={tool.minOrderQuantity} />,
  },
  {
    header: site.tool.stock,
    width: 'w-26 lg:w-40',
    align: 'end',
    sort: '-stock',
    cell: (tool) => <StockMark tool={tool} />,
  },
];

const entry: Column<ListedTool> = {
  header: site.catalogue.tool,
  heading: true,
  full: true,
  sort: 'name',
  cell: (tool) => (
    <div className="flex items-start gap-4 text-left">
      <Picture
        src={tool.picture}
        alt=""
        sizes="8rem"
        className="aspect-4/3 w-24 shrink-0 border border-line object-contain md:w-20 lg:w-32"
      />
      <div className="min-w-0">
        <Link
          id={nameIdOf(tool)}
          to={`/singleTool/${tool._id}`}
          className="font-bold text-lead md:text-body lg:text-lead leading-snug tracking-tight no-underline wrap-anywhere hover:underline"
        >
          {tool.itemName}
        </Link>
        <p
          className={`mt-1 max-w-prose font-normal md:line-clamp-2 lg:line-clamp-none text-fine text-muted wrap-anywhere ${tool.more ? 'cut' : ''}`}
        >
          {tool.about}
        </p>
      </div>
    </div>
  ),
};

const action: Column<ListedTool> = {
  header: site.catalogue.action,
  width: 'w-37',
  full: true,
  cell: (tool) => (
    <ButtonLink
      to={`/singleTool/${tool._id}`}
      variant="secondary"
      aria-describedby={nameIdOf(tool)}
      className="w-full whitespace-nowrap md:w-auto"
    >
      {messages.home.placeOrder}
    </ButtonLink>
  ),
};

/** The catalogue's lines as buyers read them: drawing, name, about, figures, and the way to order. */
export function ToolTable({ tools, order }: { tools: readonly ListedTool[]; order: TableOrder }) {
  return (
    <Table
      caption={site.catalogue.title}
      columns={[entry, ...figures, action]}
      rows={tools}
      rowKey={({ _id }) => _id}
      order={order}
    />
  );
}

function nameIdOf({ _id }: { _id: string }): string {
  return `tool-${_id}`;
}
