import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import type { ListConfig } from '#src/shared/ui/list/list-config.ts';
import { formatListParams } from '#src/shared/ui/list/list-params.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { type ListState, useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { Message, Quote } from '../contract.ts';
import { enquiryCopy } from '../copy.ts';
import { describeToggle, EnquiryEntry, getToggleButtonId, ToggledLine } from './enquiry-entry.tsx';
import { messageListConfig, quoteListConfig } from './fetch-enquiries.ts';

const { inbox: copy } = enquiryCopy;

interface InboxProps<T> {
  result: ApiResult<ListPage<T>>;
  can: (permission: 'inbox.answer' | 'range.keep') => boolean;
}

/** The quote requests, newest first by default. */
export function QuoteList({ result, can }: InboxProps<Quote>) {
  const getDraftPath = ({ toolId }: Quote) => (can('range.keep') ? `/dashboard/products/${toolId}` : null);
  return (
    <EnquiryList
      result={result}
      mayAnswer={can('inbox.answer')}
      listConfig={quoteListConfig}
      empty={copy.noQuotes}
      getHeading={({ quantity, product }) => (
        <>
          <span className="figures">{formatCount(quantity)}</span> × {joinUnits(product)}
        </>
      )}
      getSubject={({ product }) => product}
      getSender={({ name, company }) => [name, company].filter(Boolean).join(', ')}
      getPath={(quote) =>
        quote.tool && (quote.tool.state === 'draft' ? getDraftPath(quote) : `/tools/${quote.tool.slug}`)
      }
      getNote={({ tool, quantity }) => tool && <QuoteCost tool={tool} quantity={quantity} />}
    />
  );
}

/** The messages of the contact form, newest first by default. */
export function MessageList({ result, can }: InboxProps<Message>) {
  return (
    <EnquiryList
      result={result}
      mayAnswer={can('inbox.answer')}
      listConfig={messageListConfig}
      empty={copy.noMessages}
      getHeading={({ subject }) => subject}
      getSubject={({ subject }) => subject}
      getSender={({ name }) => name}
    />
  );
}

interface EnquiryListProps<T> {
  result: ApiResult<ListPage<T>>;
  /** Without this permission, enquiries can only be read. */
  mayAnswer: boolean;
  listConfig: ListConfig;
  empty: { title: string; text: string };
  getHeading: (enquiry: T) => ReactNode;
  getSubject: (enquiry: T) => string;
  getSender: (enquiry: T) => string;
  /** The address to which the heading links; null for none. */
  getPath?: (enquiry: T) => string | null;
  getNote?: (enquiry: T) => ReactNode;
}

function EnquiryList<T extends Quote | Message>(props: EnquiryListProps<T>) {
  const { result, mayAnswer, listConfig, empty, getHeading, getSubject, getSender, getPath, getNote } = props;
  const list = useList(listConfig, result);
  const { rows } = list;
  const { toggleDone, toggling, toggled, error } = useToggleDone(list);
  const getState = ({ _id }: T) => ({ pending: toggling === _id, error: error?.id === _id ? error.detail : null });

  // A filter may hide the changed enquiry, such as the filter for open ones.
  const hidden = toggled && !rows.some(({ _id }) => _id === toggled.enquiry._id) ? toggled : null;
  const line = hidden && (
    <ToggledLine
      enquiry={hidden.enquiry}
      heading={getHeading(hidden.enquiry)}
      {...getState(hidden.enquiry)}
      onToggleDone={() => void toggleDone(hidden.enquiry, hidden.at)}
    />
  );
  const lineAt = Math.min(hidden?.at ?? 0, rows.length);
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        {toggled && describeToggle(toggled.enquiry, getHeading(toggled.enquiry))}
      </p>
      {rows.length === 0 && line}
      <ListView list={list} empty={<EmptyState {...empty} />}>
        <div className="border-ink border-t">
          {rows.map((enquiry, at) => (
            <Fragment key={enquiry._id}>
              {at === lineAt && line}
              <EnquiryEntry
                enquiry={enquiry}
                heading={getHeading(enquiry)}
                subject={getSubject(enquiry)}
                sender={getSender(enquiry)}
                path={getPath?.(enquiry) ?? null}
                note={getNote?.(enquiry)}
                mayAnswer={mayAnswer}
                {...getState(enquiry)}
                onToggleDone={() => void toggleDone(enquiry, at)}
              />
            </Fragment>
          ))}
          {lineAt === rows.length && line}
        </div>
      </ListView>
    </div>
  );
}

/** What the requested quantity costs now at list price, and whether there is enough stock. */
function QuoteCost({ tool, quantity }: { tool: NonNullable<Quote['tool']>; quantity: number }) {
  const { state, available, unitPrice, total } = tool;
  const missing = quantity - available;
  return (
    <p className="text-fine wrap-anywhere">
      {copy.listPrice(formatDecimalMoney(unitPrice), formatDecimalMoney(total))}{' '}
      <span className={missing > 0 || state !== 'on_sale' ? 'font-semibold' : ''}>
        {state !== 'on_sale'
          ? copy.offSale[state]
          : missing > 0
            ? copy.notEnough(available, missing)
            : copy.enough(available)}
      </span>
    </p>
  );
}

interface Toggled<T> {
  enquiry: T;
  /** The index of its row in the list. */
  at: number;
  /** The list's parameters at that time. */
  list: string;
}

/** Marks enquiries done or open, one at a time. Then it refetches the list and keeps the focus on the changed one. */
function useToggleDone<T extends Quote | Message>({ params, config, page, updateRow, refetch }: ListState<T>) {
  const [toggling, setToggling] = useState<string | null>(null);
  const [toggled, setToggled] = useState<Toggled<T> | null>(null);
  const [error, setError] = useState<{ id: string; detail: string } | null>(null);
  const pressedId = useRef<string | null>(null);
  const list = formatListParams(params, { page: params.page }, config);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of rows can remove the focused button
  useEffect(() => {
    if (pressedId.current === null || document.activeElement !== document.body) return;
    document.getElementById(getToggleButtonId(pressedId.current))?.focus({ preventScroll: true });
  }, [page]);

  const toggleDone = async (enquiry: T, at: number) => {
    if (toggling) return;
    const { _id, done } = enquiry;
    setError(null);
    setToggling(_id);
    pressedId.current = _id;
    const result = await callApi(`${config.path}/${_id}`, { method: 'PUT', body: { done: !done } });
    setToggling(null);
    if (!result.ok) return setError({ id: _id, detail: result.problem.detail });
    updateRow(_id, { done: !done } as Partial<T>);
    setToggled({ enquiry: { ...enquiry, done: !done }, at, list });
    await refetch();
  };
  return { toggleDone, toggling, toggled: toggled?.list === list ? toggled : null, error };
}
