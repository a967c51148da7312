import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { getPurchasePath } from '#src/shared/purchase-path.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { DateOnly } from '#src/shared/ui/date-time.tsx';
import { LoadError } from '#src/shared/ui/page.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { purchaseCopy } from '../copy.ts';

interface EndedPurchase {
  _id: string;
  number: string;
  state: 'canceled' | 'expired';
  total: string;
  endedAt: string | null;
  lines: readonly { itemName: string }[];
}

const { endedList: copy } = purchaseCopy;
const MAX_OF_EACH = 25;

/** The user's purchases that were canceled or expired, which the list of orders does not have. Fetched on demand. */
export function EndedPurchases() {
  const [result, setResult] = useState<ApiResult<EndedPurchase[]> | null>(null);
  const [pending, setPending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The pressed button is gone.
    if (result) heading.current?.focus();
  }, [result]);

  const load = async () => {
    setPending(true);
    setResult(await fetchEnded());
    setPending(false);
  };

  if (!result)
    return (
      <Button variant="quiet" className="-mx-5 justify-self-start" pending={pending} onClick={() => void load()}>
        {copy.show}
      </Button>
    );
  return (
    <section aria-labelledby="ended-orders">
      <h2 id="ended-orders" ref={heading} tabIndex={-1} className="font-bold text-title tracking-tight outline-none">
        {copy.title}
      </h2>
      {!result.ok && <LoadError text={result.problem.detail} onRetry={() => void load()} />}
      {result.ok && result.value.length === 0 && <p className="mt-2 text-muted">{copy.none}</p>}
      {result.ok && (
        <ul className="mt-3 border-ink border-t empty:hidden">
          {result.value.map(({ _id, number, state, total, endedAt, lines }) => (
            <li key={_id} className="flex items-start justify-between gap-x-6 border-line border-b py-3">
              <div className="min-w-0">
                <Link
                  to={getPurchasePath(number)}
                  className="figures -my-2 inline-block py-2 underline underline-offset-4"
                >
                  {number}
                </Link>
                <p className="text-fine text-muted">
                  {purchaseCopy.states[state]}
                  {endedAt && (
                    <>
                      , <DateOnly at={endedAt} />
                    </>
                  )}
                </p>
                <p className="text-fine wrap-anywhere">{copy.tools(lines.map(({ itemName }) => itemName))}</p>
              </div>
              <Price amount={total} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The newest of both, since a search has one state. */
async function fetchEnded(): Promise<ApiResult<EndedPurchase[]>> {
  const [canceled, expired] = await Promise.all(
    ['canceled', 'expired'].map((state) =>
      callApi<EndedPurchase[]>(`/purchases?state=${state}&sort=-created&limit=${MAX_OF_EACH}`),
    ),
  );
  if (!canceled?.ok || !expired?.ok) return canceled?.ok === false ? canceled : (expired as ApiResult<EndedPurchase[]>);
  const value = [...canceled.value, ...expired.value];
  return { ...canceled, value: value.sort((a, b) => (b.endedAt ?? '').localeCompare(a.endedAt ?? '')) };
}
