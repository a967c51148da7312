import type { Answer } from '#src/shared/api-client.ts';
import { formatDay } from '#src/shared/days.ts';
import type { Listed } from '#src/shared/listing.ts';
import { site } from '#src/shared/site-messages.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { fetchListing } from '#src/shared/ui/list/fetch-listing.ts';
import { readListAddress } from '#src/shared/ui/list/list-address.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useKeptRows, useListNavigation } from '#src/shared/ui/list/use-list.ts';
import { Empty } from '#src/shared/ui/page.tsx';
import { Picture } from '#src/shared/ui/picture.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import type { Tool } from '../contract.ts';
import { type StockState, stockStateOf } from '../rules.ts';
import { Pieces } from './stock-mark.tsx';
import { toolChoices } from './tool-list.ts';

const PAGE_SIZE = 50;
const productChoices = { ...toolChoices, wide: true };

/** A page of the products. */
export function fetchProducts(search: URLSearchParams): Promise<Answer<Listed<Tool>>> {
  return fetchListing<Tool>('/tools', readListAddress(search, toolChoices), PAGE_SIZE);
}

const STATES: Record<StockState, { word: string; colour: string }> = {
  available: { word: site.tool.stock, colour: 'text-good' },
  low: { word: site.tool.few, colour: '' },
  out: { word: site.tool.out, colour: 'text-bad' },
};

const columns: Column<Tool>[] = [
  {
    header: 'Product',
    heading: true,
    full: true,
    sort: 'name',
    cell: (tool) => (
      <div className="flex items-center gap-3 text-left">
        <Picture
          src={tool.picture}
          alt=""
          sizes="4rem"
          className="aspect-4/3 w-16 shrink-0 border border-line object-contain"
        />
        <span className="min-w-0 wrap-anywhere">{tool.itemName}</span>
      </div>
    ),
  },
  {
    header: site.tool.price,
    width: 'w-32',
    align: 'end',
    sort: 'price',
    cell: (tool) => <Price amount={tool.balance} />,
  },
  {
    header: site.tool.minimum,
    width: 'w-36',
    align: 'end',
    sort: 'minimum',
    cell: (tool) => <Pieces count={tool.minOrderQuantity} />,
  },
  { header: 'Stock', width: 'w-28', align: 'end', sort: 'stock', cell: (tool) => <Pieces count={tool.quantity} /> },
  {
    header: 'State',
    width: 'w-36',
    cell: (tool) => {
      const { word, colour } = STATES[stockStateOf(tool)];
      return <span className={`whitespace-nowrap font-semibold ${colour}`}>{word}</span>;
    },
  },
  {
    header: 'Since',
    width: 'w-28',
    sort: '-created',
    cell: (tool) => (
      <time dateTime={tool.createdAt} className="figures whitespace-nowrap text-fine">
        {formatDay(tool.createdAt)}
      </time>
    ),
  },
];

/** Every product, newest first unless asked otherwise, with what is left of it. */
export function Products({ answer }: { answer: Answer<Listed<Tool>> }) {
  const list = useListNavigation(productChoices);
  const { found, problem } = useKeptRows(answer);
  return (
    <ListView
      list={list}
      nouns={['product', 'products']}
      found={found}
      problem={problem}
      search="Search by name or about"
      empty={
        <Empty
          title="No products yet"
          text="What you add is listed here, and shown to customers at once."
          action={<ButtonLink to="/dashboard/addproduct">Add a product</ButtonLink>}
        />
      }
    >
      <Table
        caption="Products"
        wide
        columns={columns}
        rows={found?.rows ?? []}
        rowKey={(tool) => tool._id}
        order={{ sort: list.address.sort, link: (sort) => list.link({ sort }) }}
      />
    </ListView>
  );
}
