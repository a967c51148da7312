import { type ReactNode, useEffect, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { Loading } from '#src/shared/ui/loading.tsx';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { Order } from '../contract.ts';
import { orderCopy } from '../copy.ts';

const { waiting: copy } = orderCopy;

interface WaitingOrderProps {
  /** The address of the customer who is signed in. */
  email: string;
  /** Shown if nothing waits, or if that is unknown. */
  children: ReactNode;
}

/** Leads a customer whose basket is empty to their newest unpaid order: they may have come back from paying it. */
export function WaitingOrder({ email, children }: WaitingOrderProps) {
  /** Undefined while it is loading, null if there is none. */
  const [order, setOrder] = useState<Order | null>();
  useEffect(() => {
    const aborted = new AbortController();
    const query = new URLSearchParams({ email, state: 'placed', limit: '1' });
    void callApi<Order[]>(`/myorder?${query}`, { signal: aborted.signal })
      .catch(() => null)
      .then((result) => {
        if (!aborted.signal.aborted) setOrder((result?.ok && result.value[0]) || null);
      });
    return () => aborted.abort();
  }, [email]);
  if (order === undefined) return <Loading />;
  if (order === null) return children;
  return (
    <EmptyState
      title={copy.title(order.number)}
      text={
        order.holdExpiresAt && (
          <>
            {copy.held} <DateTime at={order.holdExpiresAt} />.
          </>
        )
      }
      action={
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={`/dashboard/payment/${order._id}`}>{orderCopy.payNow}</ButtonLink>
          <ButtonLink to="/tools" variant="secondary">
            {copy.goOn}
          </ButtonLink>
        </div>
      }
    />
  );
}
