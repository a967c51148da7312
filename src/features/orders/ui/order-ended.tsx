import { copy } from '#src/shared/copy.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { orderCopy } from '../copy.ts';

/** Takes the place of the payment of an order that was deleted or has expired. `toolId`: what it was an order of. */
export function OrderEnded({ detail, toolId }: { detail: string; toolId: string | null }) {
  return (
    <div role="alert" className="mt-8 grid justify-items-start gap-3 border border-line bg-sheet px-6 py-8">
      <p className="font-semibold text-lead">{orderCopy.ended.title}</p>
      <p className="max-w-prose">{detail}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {toolId === null ? (
          <ButtonLink to="/tools">{siteCopy.home.allTools}</ButtonLink>
        ) : (
          <ButtonLink to={`/singleTool/${toolId}`}>{orderCopy.ended.again}</ButtonLink>
        )}
        <ButtonLink to="/dashboard/myorder" variant="secondary">
          {copy.dashboard.myOrder}
        </ButtonLink>
      </div>
    </div>
  );
}
