import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
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
  /** The basket has tools, so the order is only mentioned. */
  isAside?: boolean;
  /** Shown if nothing waits, or if that is unknown. */
  children?: ReactNode;
}

/** Leads a customer to their newest unpaid order: they may have come back from paying it, and would order it again. */
export function WaitingOrder({ email, isAside = false, children = null }: WaitingOrderProps) {
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
  if (order === undefined) return isAside ? null : <Loading />;
  if (order === null) return children;
  if (isAside)
    return (
      <p className="mt-6">
        {copy.title(order.number)}.{' '}
        <Link to={`/dashboard/payment/${order._id}`} className="underline underline-offset-4">
          {orderCopy.payNow}
        </Link>
      </p>
    );
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
