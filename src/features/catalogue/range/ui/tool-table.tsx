import { Link } from 'react-router';
import { siteCopy } from '#src/shared/site-copy.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { ListTable } from '#src/shared/ui/list/list-table.tsx';
import type { ListState } from '#src/shared/ui/list/use-list.ts';
import { Price } from '#src/shared/ui/price.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import type { Column } from '#src/shared/ui/table.tsx';
import { truncateWords } from '#src/shared/ui/truncate.ts';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import { joinUnits } from '#src/shared/units.ts';
import type { Tool } from '../../tool/contract.ts';
import { getSmallestQuantity } from '../../tool/smallest-quantity.ts';
import { getStockState } from '../../tool/stock-state.ts';
import { PieceCount, StockBadge } from '../../tool/ui/stock-badge.tsx';
import { type BasketButton, ToolAction } from '../../tool/ui/tool-action.tsx';
import { toolsCopy } from '../tools-copy.ts';

const MAX_ABOUT_LENGTH = 150;

export interface ToolTableRow
  extends Pick<
    Tool,
    | '_id'
    | 'slug'
    | 'sku'
    | 'itemName'
    | 'about'
    | 'balance'
    | 'quantity'
    | 'minOrderQuantity'
    | 'packMultiple'
    | 'picture'
  > {
  /** `about` was truncated. */
  more: boolean;
  /** What the button adds to the basket. */
  smallestOrder: number;
}

/** Picks what a row of the catalog shows of a tool. */
export function toToolTableRow(tool: Tool): ToolTableRow {
  const { _id, slug, sku, itemName, balance, quantity, minOrderQuantity, packMultiple, picture } = tool;
  const { text: about, more } = truncateWords(tool.about, MAX_ABOUT_LENGTH);
  const smallestOrder = getSmallestQuantity(tool);
  return {
    _id,
    slug,
    sku,
    itemName,
    about,
    balance,
    quantity,
    minOrderQuantity,
    packMultiple,
    picture,
    more,
    smallestOrder,
  };
}

const figures: Column<ToolTableRow>[] = [
  {
    header: siteCopy.tool.price,
    width: 'w-26 lg:w-36',
    align: 'end',
    sort: 'price',
    cell: (tool) => <Price amount={tool.balance} className="font-semibold" />,
  },
  {
    header: siteCopy.tool.minimum,
    width: 'w-24 lg:w-44',
    align: 'end',
    sort: 'minimum',
    cell: (tool) => <PieceCount count={getSmallestOrder(tool)} />,
  },
  {
    header: siteCopy.tool.stock,
    width: 'w-26 lg:w-40',
    align: 'end',
    sort: '-stock',
    cell: (tool) => <StockBadge tool={tool} />,
  },
];

const entry: Column<ToolTableRow> = {
  header: toolsCopy.tool,
  rowHeader: true,
  fullWidth: true,
  sort: 'name',
  cell: (tool) => (
    // The link of the name covers the whole row.
    <div className="relative flex items-start gap-4 text-left">
      <ResponsiveImage
        src={tool.picture}
        alt=""
        sizes="(min-width: 64rem) 8rem, (min-width: 48rem) 5rem, 6rem"
        className="aspect-4/3 w-24 shrink-0 border border-line object-contain md:w-20 lg:w-32"
      />
      <div className="min-w-0">
        <NameLink
          tool={tool}
          className="font-bold text-lead md:text-body lg:text-lead leading-snug tracking-tight no-underline wrap-anywhere after:absolute after:inset-0 hover:underline"
        />
        <p className="figures font-normal text-fine text-muted wrap-anywhere">{tool.sku}</p>
        <p
          className={`mt-1 max-w-prose font-normal md:line-clamp-2 lg:max-w-none text-fine text-muted wrap-anywhere ${tool.more ? 'ellipsis' : ''}`}
        >
          {joinUnits(tool.about)}
        </p>
      </div>
    </div>
  ),
};

function NameLink({ tool, className }: { tool: ToolTableRow; className: string }) {
  const path = `/tools/${tool.slug}`;
  return (
    <Link id={getNameId(tool)} to={path} prefetch={usePrefetch(path, { inView: false })} className={className}>
      {joinUnits(tool.itemName)}
    </Link>
  );
}

function toActionColumn(BasketButton: BasketButton): Column<ToolTableRow> {
  return {
    header: toolsCopy.action,
    width: 'w-39',
    fullWidth: true,
    cell: (tool) => {
      const isOut = getStockState(tool) === 'out';
      const shared = { nameId: getNameId(tool), className: 'whitespace-nowrap px-3!' };
      return (
        <div className="flex flex-wrap gap-x-2 *:grow md:grid">
          <ToolAction tool={tool} isOut={isOut} {...shared} />
          {!isOut && <BasketButton toolId={tool._id} quantity={tool.smallestOrder} {...shared} />}
        </div>
      );
    },
  };
}

/** The catalog as a table: image, name and about, numbers, and the button of each tool. */
export function ToolTable({
  list,
  caption = toolsCopy.title,
  BasketButton,
}: {
  list: ListState<ToolTableRow>;
  caption?: string;
  BasketButton: BasketButton;
}) {
  const columns = [entry, ...figures, toActionColumn(BasketButton)];
  return <ListTable list={list} caption={caption} columns={columns} />;
}

function getNameId({ _id }: { _id: string }): string {
  return `tool-${_id}`;
}
