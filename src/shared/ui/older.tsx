import { Button } from './button.tsx';
import { FormFault } from './form-fault.tsx';

/** Under a list: the way to what is older than its last row. */
export function Older({
  pages: { hasOlder, loading, problem, loadOlder },
}: {
  pages: { hasOlder: boolean; loading: boolean; problem: { detail: string } | null; loadOlder: () => Promise<void> };
}) {
  if (!hasOlder && !problem) return null;
  return (
    <div className="mt-6 grid justify-items-start gap-4">
      <FormFault>{problem?.detail}</FormFault>
      <Button variant="secondary" pending={loading} onClick={() => void loadOlder()}>
        Older
      </Button>
    </div>
  );
}
