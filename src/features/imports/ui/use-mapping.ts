import { callApi } from '#src/shared/api-client.ts';
import { useAction } from '#src/shared/ui/use-action.ts';
import type { Import, ImportMapping } from '../contract.ts';

/** Sends a change of what the columns mean, after which the file is checked again. */
export function useMapping({ _id }: Pick<Import, '_id'>, refresh: () => Promise<void>) {
  const { run, ...action } = useAction();
  const send = (body: ImportMapping) =>
    run(async () => {
      const result = await callApi(`/imports/${_id}/mapping`, { method: 'PUT', body });
      if (result.ok) await refresh();
      return result;
    });
  return { ...action, send };
}
