import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { formatDate } from '#src/shared/dates.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { getPurchasePath } from '#src/shared/purchase-number.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { CopyButton } from '#src/shared/ui/copy-button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { ListTable } from '#src/shared/ui/list/list-table.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import { DisputeBadge, RefundBadge } from '#src/shared/ui/payment-badges.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import type { Column } from '#src/shared/ui/table.tsx';
import { ToolLink } from '#src/shared/ui/tool-link.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { Payment } from '../contract.ts';
import {
  describeDifferences,
  describeLines,
  describeSyncError,
  describeUnmatchedEvents,
  PROVIDER_STATUS_LABELS,
  STATE_LABELS,
} from './payment-labels.ts';
import { paymentListConfig } from './payment-list.ts';

/** Everyone's payments with their orders and their status at the card provider, newest first by default. */
export function Payments({
  result,
  unmatchedEvents,
  renderActions,
}: {
  result: ApiResult<ListPage<Payment>>;
  unmatchedEvents: number;
  /** Renders further actions for a payment. */
  renderActions: (payment: Payment, nameId: string) => ReactNode;
}) {
  const list = useList(paymentListConfig, result);
  const [syncing, setSyncing] = useState<readonly string[]>([]);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [announcement, setAnnouncement] = useState('');

  const syncPayment = async ({ _id, order }: Payment) => {
    if (syncing.includes(_id)) return;
    setSyncing((known) => [...known, _id]);
    setErrors(({ [_id]: _, ...others }) => others);
    setAnnouncement('');
    const synced = await callApi<Payment>(`/payments/${_id}/check`, { method: 'POST' });
    setSyncing((known) => known.filter((id) => id !== _id));
    if (!synced.ok) return setErrors((known) => ({ ...known, [_id]: describeSyncError(synced.problem) }));
    list.updateRow(_id, synced.value);
    setAnnouncement(`Synced ${order.itemName}, for ${order.name}: ${STATE_LABELS[synced.value.state]}.`);
  };

  const columns: Column<Payment>[] = [
    {
      header: 'Order',
      rowHeader: true,
      userText: true,
      denseLine: true,
      cell: (payment) => <OrderCell payment={payment} />,
    },
    {
      header: 'Customer',
      userText: true,
      denseLine: true,
      cell: ({ order }) => (
        <>
          <div className="dense:truncate" title={order.name}>
            {order.name}
          </div>
          <div className="text-fine text-muted dense:truncate" title={order.email}>
            <EmailText address={order.email} />
          </div>
        </>
      ),
    },
    { header: 'Amount', width: 'w-34', align: 'end', sort: '-amount', cell: ({ amount }) => <Price amount={amount} /> },
    {
      header: 'Started',
      width: 'w-32',
      sort: '-created',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="figures whitespace-nowrap text-fine">
          {formatDate(createdAt)}
        </time>
      ),
    },
    { header: 'State', width: 'w-52', cell: (payment) => <StateCell payment={payment} /> },
    {
      header: 'Card provider',
      width: 'w-64',
      cell: (payment) => (
        <ProviderCell
          payment={payment}
          syncing={syncing.includes(payment._id)}
          error={errors[payment._id]}
          onSync={() => void syncPayment(payment)}
          actions={renderActions(payment, `payment-${payment._id}`)}
        />
      ),
    },
  ];

  return (
    <div className="grid gap-4">
      {unmatchedEvents > 0 && <ErrorNote>{describeUnmatchedEvents(unmatchedEvents)}</ErrorNote>}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ListView
        list={list}
        empty={
          <EmptyState
            title="No payments yet"
            text="Payments will be listed here as soon as a customer starts to pay."
          />
        }
      >
        <ListTable list={list} caption="Payments" columns={columns} />
      </ListView>
    </div>
  );
}

/** The order that a payment pays for, by its number, and its first tool with how many others there are. */
function OrderCell({ payment: { _id, order, number, lineCount } }: { payment: Payment }) {
  return (
    <div id={`payment-${_id}`}>
      {number && (
        <Link
          to={getPurchasePath(number)}
          className="figures -mt-3 inline-block whitespace-nowrap pt-3 underline-offset-4 hover:underline"
        >
          {number}
        </Link>
      )}
      <div className="font-normal text-fine text-muted dense:truncate" title={order.itemName}>
        <ToolLink toolId={order.toolId} className="-mb-3 inline-block pb-3">
          {joinUnits(order.itemName)}
        </ToolLink>{' '}
        · {describeLines(lineCount, order.quantity)}
      </div>
    </div>
  );
}

/** The shop's state of a payment, its refunds and disputes, and what is wrong with it. */
function StateCell({ payment }: { payment: Payment }) {
  const { state, amount, refunded, refunds, disputes } = payment;
  return (
    <div className="dense:line-clamp-2">
      <div className="grid justify-items-end gap-1.5 xl:justify-items-start dense:block dense:*:mr-2">
        <span className="font-semibold">{STATE_LABELS[state]}</span>
        {refunded && <RefundBadge refunded={refunded} of={amount} />}
        {refunds.length > 1 && <span className="text-fine text-muted"> in {refunds.length} refunds</span>}
        {disputes.map(({ _id, state: disputeState, reason, answerBy }) => (
          <div key={_id} className="grid justify-items-end xl:justify-items-start dense:inline">
            <DisputeBadge state={disputeState} answerBy={answerBy} />
            <span className="text-fine text-muted">Reason: {reason.replaceAll('_', ' ')}</span>
          </div>
        ))}
        {describeDifferences(payment).map((sentence) => (
          <ErrorNote key={sentence}>{sentence}</ErrorNote>
        ))}
      </div>
    </div>
  );
}

function ErrorNote({ children }: { children: string }) {
  return (
    <p title={children} className="flex items-start gap-1.5 text-left text-bad text-fine dense:inline">
      <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0 dense:mr-1 dense:inline" />
      {children}
    </p>
  );
}

/** The last known status at the card provider, and the button to check it again. */
function ProviderCell({
  payment,
  syncing,
  error,
  onSync,
  actions,
}: {
  payment: Payment;
  syncing: boolean;
  error: string | undefined;
  onSync: () => void;
  actions: ReactNode;
}) {
  const { _id, intent, providerState, askedAt } = payment;
  return (
    <div className="grid justify-items-end gap-1 xl:justify-items-start dense:flex dense:flex-wrap dense:items-center dense:gap-x-2 dense:gap-y-0">
      <span className="dense:w-full dense:truncate">
        {providerState === null ? 'Not synced yet' : (PROVIDER_STATUS_LABELS[providerState] ?? providerState)}
      </span>
      {askedAt && (
        <span className="text-fine text-muted dense:hidden">
          Synced <DateTime at={askedAt} />
        </span>
      )}
      {intent && (
        <CopyButton
          text={intent}
          variant="quiet"
          title={intent}
          aria-label={`Copy the provider’s id ${intent}`}
          className="figures -my-2 -mr-2 px-2! text-fine xl:-ml-2"
        >
          <span className="w-24 truncate sm:w-36 dense:hidden">{intent}</span>
        </CopyButton>
      )}
      <div className="mt-1 flex flex-wrap justify-end gap-2 xl:justify-start dense:mt-0">
        <Button
          variant="secondary"
          className="dense:px-2!"
          pending={syncing}
          aria-describedby={`payment-${_id}`}
          onClick={onSync}
        >
          Sync
        </Button>
        {actions}
      </div>
      <div role="alert">{error && <ErrorNote>{error}</ErrorNote>}</div>
    </div>
  );
}
