import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { type Answer, callApi } from '#src/shared/api-client.ts';
import { formatDay } from '#src/shared/days.ts';
import type { Listed } from '#src/shared/listing.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { CopyButton } from '#src/shared/ui/copy-button.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useKeptRows, useListNavigation } from '#src/shared/ui/list/use-list.ts';
import { Moment } from '#src/shared/ui/moment.tsx';
import { DisputeMark, RefundMark } from '#src/shared/ui/money-marks.tsx';
import { Empty } from '#src/shared/ui/page.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import type { Payment } from '../contract.ts';
import { paymentChoices } from './payment-list.ts';
import { PROVIDER_WORDS, SHOP_WORDS, strayMessageWords, whatIsWrong, whyNotAsked } from './payment-words.ts';

/** Everyone's payments beside their orders, newest first unless asked otherwise, and what the card provider says of each. */
export function Payments({ answer, strayMessages }: { answer: Answer<Listed<Payment>>; strayMessages: number }) {
  const list = useListNavigation(paymentChoices);
  const { found, problem, change } = useKeptRows(answer);
  const [asking, setAsking] = useState<readonly string[]>([]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [asked, setAsked] = useState('');

  const askAgain = async ({ _id, order }: Payment) => {
    if (asking.includes(_id)) return;
    setAsking((known) => [...known, _id]);
    setFaults(({ [_id]: _, ...others }) => others);
    setAsked('');
    const result = await callApi<Payment>(`/payments/${_id}/check`, { method: 'POST' });
    setAsking((known) => known.filter((id) => id !== _id));
    if (!result.ok) return setFaults((known) => ({ ...known, [_id]: whyNotAsked(result.problem) }));
    change(_id, result.value);
    setAsked(`Asked about ${order.itemName}, for ${order.name}: ${SHOP_WORDS[result.value.state]}.`);
  };

  const columns: Column<Payment>[] = [
    {
      header: 'Order',
      heading: true,
      typed: true,
      cell: ({ _id, order }) => (
        <>
          <span id={`payment-${_id}`}>{order.itemName}</span>
          <span className="figures block font-normal text-fine text-muted">
            {order.quantity.toLocaleString('en-US')} pcs
          </span>
        </>
      ),
    },
    {
      header: 'Customer',
      typed: true,
      cell: ({ order }) => (
        <>
          {order.name}
          <span className="block text-fine text-muted">
            <EmailText address={order.email} />
          </span>
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
          {formatDay(createdAt)}
        </time>
      ),
    },
    { header: 'State', width: 'w-60', cell: (payment) => <State payment={payment} /> },
    {
      header: 'Card provider',
      width: 'w-52',
      cell: (payment) => (
        <AtProvider
          payment={payment}
          asking={asking.includes(payment._id)}
          fault={faults[payment._id]}
          onAsk={() => void askAgain(payment)}
        />
      ),
    },
  ];

  return (
    <div className="grid gap-4">
      {strayMessages > 0 && <Complaint>{strayMessageWords(strayMessages)}</Complaint>}
      <p role="status" className="sr-only">
        {asked}
      </p>
      <ListView
        list={list}
        nouns={['payment', 'payments']}
        found={found}
        problem={problem}
        search="Search by tool, customer or id"
        empty={
          <Empty title="No payments yet" text="As soon as a customer begins to pay an order, it is listed here." />
        }
      >
        <Table
          caption="Payments"
          wide
          columns={columns}
          rows={found?.rows ?? []}
          rowKey={({ _id }) => _id}
          order={{ sort: list.address.sort, link: (sort) => list.link({ sort }) }}
        />
      </ListView>
    </div>
  );
}

/** What the shop has on record, and in words what is wrong with it. */
function State({ payment }: { payment: Payment }) {
  const { state, amount, refunded, refunds, disputes } = payment;
  return (
    <div className="grid justify-items-end gap-1.5 xl:justify-items-start">
      <span className="font-semibold">{SHOP_WORDS[state]}</span>
      {refunded && <RefundMark refunded={refunded} of={amount} />}
      {refunds.length > 1 && <span className="text-fine text-muted">in {refunds.length} refunds</span>}
      {disputes.map(({ _id, state: stands, reason, answerBy }) => (
        <div key={_id} className="grid justify-items-end xl:justify-items-start">
          <DisputeMark state={stands} answerBy={answerBy} />
          <span className="text-fine text-muted">Reason: {reason.replaceAll('_', ' ')}</span>
        </div>
      ))}
      {whatIsWrong(payment).map((sentence) => (
        <Complaint key={sentence}>{sentence}</Complaint>
      ))}
    </div>
  );
}

function Complaint({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-1.5 text-left text-bad text-fine">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}

/** What the card provider said last, and the way to hear it again. */
function AtProvider({
  payment,
  asking,
  fault,
  onAsk,
}: {
  payment: Payment;
  asking: boolean;
  fault: string | undefined;
  onAsk: () => void;
}) {
  const { _id, intent, providerState, askedAt } = payment;
  return (
    <div className="grid justify-items-end gap-1 xl:justify-items-start">
      <span>{providerState === null ? 'Not asked yet' : (PROVIDER_WORDS[providerState] ?? providerState)}</span>
      {askedAt && (
        <span className="text-fine text-muted">
          Asked <Moment at={askedAt} />
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
          <span className="w-24 truncate sm:w-36">{intent}</span>
        </CopyButton>
      )}
      <Button variant="secondary" className="mt-1" pending={asking} aria-describedby={`payment-${_id}`} onClick={onAsk}>
        Ask again
      </Button>
      <div role="alert">{fault && <Complaint>{fault}</Complaint>}</div>
    </div>
  );
}
