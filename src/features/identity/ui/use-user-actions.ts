import { useState } from 'react';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import type { User } from '../contract.ts';
import { useSession } from './session.ts';
import { refreshRole } from './session-actions.ts';
import { userCopy } from './user-copy.ts';

export type UserAction = 'makeAdmin' | 'revokeAdmin' | 'makeOwner' | 'revokeOwner' | 'disable' | 'enable';

const UNDO: Record<UserAction, UserAction | null> = {
  makeAdmin: 'revokeAdmin',
  revokeAdmin: 'makeAdmin',
  makeOwner: 'revokeOwner',
  revokeOwner: 'makeOwner',
  disable: 'enable',
  // Undoing this would need another reason.
  enable: null,
};

const NEED_STAFF_MANAGER: readonly UserAction[] = ['revokeAdmin', 'makeOwner', 'revokeOwner'];

interface Done {
  sentence: string;
  undo: { action: UserAction; user: User } | null;
}

/** The actions on a user of the list: asks first, says what happened, and offers to undo it. */
export function useUserActions(list: { refetch: () => Promise<void> }) {
  const dialog = useDialog();
  const { user: self, can } = useSession();
  const managesStaff = can('staff.manage');
  const [pending, setPending] = useState<{ id: string; action: UserAction } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);

  /** The reason of a removal, or an empty text. Null if the admin changed their mind. */
  const ask = async (action: UserAction, { email }: User): Promise<string | null> => {
    if (action === 'disable') return dialog.prompt(userCopy.ask.disable(email));
    const question =
      action === 'revokeOwner' ? userCopy.ask.revokeOwner(email, email === self?.email) : userCopy.ask[action](email);
    return (await dialog.confirm(question)) ? '' : null;
  };

  const run = async (action: UserAction, user: User, reason: string) => {
    setError(null);
    setDone(null);
    setPending({ id: user._id, action });
    const result = await send(action, user, reason);
    setPending(null);
    if (!result.ok) {
      setError(result.problem.detail);
      if (action !== 'makeAdmin' || result.problem.status !== 403) return;
      return dialog.alert({ tone: 'error', ...copy.dialog.grantRefused, note: result.problem.detail });
    }
    const { email } = user;
    const sentence =
      action === 'disable' ? userCopy.done.disable(email, result.value.endedOrders ?? 0) : userCopy.done[action](email);
    const undo = UNDO[action];
    const isAllowed = undo !== null && (managesStaff || !NEED_STAFF_MANAGER.includes(undo)) && email !== self?.email;
    setDone({ sentence, undo: isAllowed ? { action: undo, user } : null });
    if (action === 'makeAdmin') {
      const note = `${sentence} ${userCopy.grantedNext(managesStaff)}`;
      await dialog.alert({ tone: 'success', ...copy.dialog.granted, note });
    }
    if (email === self?.email) await refreshRole(true);
    return list.refetch();
  };

  return {
    pending,
    error,
    done,
    /** Asks for confirmation, and then does it. */
    async start(action: UserAction, user: User) {
      if (pending) return;
      const reason = await ask(action, user);
      if (reason !== null) await run(action, user, reason);
    },
    /** Undoes the last action without asking. */
    async undo() {
      if (done?.undo && !pending) await run(done.undo.action, done.undo.user, '');
    },
  };
}

function send(
  action: UserAction,
  { _id: id, email }: User,
  reason: string,
): Promise<ApiResult<{ endedOrders?: number }>> {
  const admin = `/user/admin/${encodeURIComponent(email)}`;
  switch (action) {
    case 'makeAdmin':
      return callApi(admin, { method: 'PUT' });
    case 'revokeAdmin':
      return callApi(admin, { method: 'DELETE' });
    case 'makeOwner':
      return callApi(`/users/${id}/owner`, { method: 'PUT' });
    case 'revokeOwner':
      return callApi(`/users/${id}/owner`, { method: 'DELETE' });
    case 'disable':
      return callApi(`/users/${id}/disable`, { method: 'POST', body: { reason } });
    case 'enable':
      return callApi(`/users/${id}/enable`, { method: 'POST' });
  }
}
