import { type ReactNode, useMemo } from 'react';
import type { ApiResult } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { DateOnly } from '#src/shared/ui/date-time.tsx';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import type { ListConfig } from '#src/shared/ui/list/list-config.ts';
import { ListTable } from '#src/shared/ui/list/list-table.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { type ListState, useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import type { Column } from '#src/shared/ui/table.tsx';
import { ImageLink, ToolName } from '#src/shared/ui/tool-link.tsx';
import { toolListConfig } from '../../range/ui/tool-list.ts';
import { getStockState, type StockState } from '../../tool/stock-state.ts';
import { PieceCount } from '../../tool/ui/stock-badge.tsx';
import type { InventoryTool } from '../contract.ts';
import { catalogueCopy, formatDays } from '../copy.ts';
import { CategoryFilter } from './category-filter.tsx';

/** The list of all tools, for admins. */
export const listConfig: ListConfig = {
  ...toolListConfig,
  path: '/inventory',
  pageSize: 50,
  states: [
    ...(toolListConfig.states ?? []),
    ['reorder', catalogueCopy.cover.reorder],
    ['running_out', catalogueCopy.cover.runningOut],
    ['unweighed', catalogueCopy.unweighed],
    ['draft', catalogueCopy.states.draft],
    ['archived', catalogueCopy.states.archived],
  ],
  sorts: [
    ...toolListConfig.sorts,
    ['cover', catalogueCopy.cover.sorts.cover],
    ['-cover', catalogueCopy.cover.sorts['-cover']],
  ],
  nouns: ['product', 'products'],
  searchLabel: 'Search by SKU, name or description',
  wide: true,
  isFilter: (name) => name === 'category',
  keepsFilters: true,
};

export function fetchToolInventory(search: URLSearchParams): Promise<ApiResult<ListPage<InventoryTool>>> {
  const category = search.get('category');
  return fetchListPage<InventoryTool>(listConfig, search, category ? { category } : {});
}

const STATES: Record<StockState, { label: string; color: string }> = {
  available: { label: siteCopy.tool.stock, color: 'text-good' },
  low: { label: siteCopy.tool.few, color: '' },
  out: { label: siteCopy.tool.out, color: 'text-bad' },
};

function describeState(tool: InventoryTool): { label: string; color: string } {
  if (tool.state !== 'on_sale') return { label: catalogueCopy.states[tool.state], color: 'text-muted' };
  const state = getStockState(tool);
  return state === 'out' && tool.quantity > 0 ? { ...STATES.out, label: catalogueCopy.tooFew } : STATES[state];
}

const listColumns = (renderTick: (tool: InventoryTool) => ReactNode, mayKeep: boolean): Column<InventoryTool>[] => [
  {
    header: 'Product',
    rowHeader: true,
    fullWidth: true,
    sort: 'name',
    cell: (tool) => (
      <div className="flex items-center gap-3 text-left">
        {mayKeep && renderTick(tool)}
        <Picture tool={tool} mayKeep={mayKeep} />
        <ToolName tool={tool} mayKeep={mayKeep} />
      </div>
    ),
  },
  {
    header: siteCopy.tool.price,
    width: 'w-32',
    align: 'end',
    sort: 'price',
    cell: (tool) => <Price amount={tool.balance} />,
  },
  {
    header: siteCopy.tool.minimum,
    width: 'w-36',
    align: 'end',
    sort: 'minimum',
    cell: (tool) => <PieceCount count={getSmallestOrder(tool)} />,
  },
  { header: 'Stock', width: 'w-28', align: 'end', sort: 'stock', cell: (tool) => <PieceCount count={tool.quantity} /> },
  {
    header: catalogueCopy.cover.header,
    width: 'w-28',
    align: 'end',
    sort: 'cover',
    cell: ({ cover }) => (cover ? <Days count={cover.days} /> : catalogueCopy.cover.none),
  },
  {
    header: 'State',
    width: 'w-28',
    cell: (tool) => {
      const { label, color } = describeState(tool);
      return <span className={`whitespace-nowrap font-semibold ${color}`}>{label}</span>;
    },
  },
  {
    header: 'Since',
    width: 'w-28',
    sort: '-created',
    cell: (tool) => (
      <span className="figures text-fine">
        <DateOnly at={tool.createdAt} />
      </span>
    ),
  },
];

function Picture({ tool, mayKeep }: { tool: InventoryTool; mayKeep: boolean }) {
  const image = (
    <ResponsiveImage
      src={tool.picture}
      alt=""
      sizes="4rem"
      className="aspect-4/3 w-16 border border-line object-contain"
    />
  );
  if (!mayKeep) return <span className="shrink-0">{image}</span>;
  return (
    <ImageLink to={`/dashboard/products/${tool._id}`} className="shrink-0">
      {image}
    </ImageLink>
  );
}

function Days({ count }: { count: number }) {
  const [number, unit] = formatDays(count).split(' ');
  return (
    <span className="whitespace-nowrap">
      {number} <span className="font-sans text-fine text-muted tracking-normal">{unit}</span>
    </span>
  );
}

/**
 * All tools with their stock, for admins; newest first by default. For whoever may keep the range, each leads to its page, and
 * they are selectable: `renderTick` renders the checkbox of a tool, and `renderChoice` wraps the table.
 */
export function ToolInventory({
  result,
  mayKeep,
  renderTick,
  renderChoice,
}: {
  result: ApiResult<ListPage<InventoryTool>>;
  mayKeep: boolean;
  renderTick: (tool: InventoryTool) => ReactNode;
  renderChoice: (list: ListState<InventoryTool>, table: ReactNode) => ReactNode;
}) {
  const list = useList(listConfig, result);
  const columns = useMemo(() => listColumns(renderTick, mayKeep), [renderTick, mayKeep]);
  const table = <ListTable list={list} caption="Products" columns={columns} />;
  return (
    <ListView
      list={list}
      filters={<CategoryFilter list={list} />}
      empty={
        <EmptyState
          title="No products yet"
          text="Products you add are listed here, and customers see them right away."
          action={mayKeep && <ButtonLink to="/dashboard/addproduct">Add a product</ButtonLink>}
        />
      }
    >
      {mayKeep ? renderChoice(list, table) : table}
    </ListView>
  );
}
