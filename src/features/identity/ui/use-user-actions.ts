import { useState } from 'react';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import type { GrantedRole } from '#src/shared/permissions.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import type { User } from '../contract.ts';
import { useSession } from './session.ts';
import { refreshRole } from './session-actions.ts';
import { userCopy } from './user-copy.ts';

export type UserAction =
  | { kind: 'grant' | 'revoke'; role: GrantedRole }
  | { kind: 'disable' | 'enable'; role?: undefined };

function toUndo(action: UserAction): UserAction | null {
  switch (action.kind) {
    case 'grant':
      return { kind: 'revoke', role: action.role };
    case 'revoke':
      return { kind: 'grant', role: action.role };
    case 'disable':
      return { kind: 'enable' };
    case 'enable':
      // Undoing this would need another reason.
      return null;
  }
}

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
  const ask = async (action: UserAction, { email, emailVerified }: User): Promise<string | null> => {
    const { ask } = userCopy;
    if (action.kind === 'disable') return dialog.prompt(ask.disable(email));
    const toQuestion = () => {
      if (!action.role) return ask.enable(email);
      if (action.kind === 'grant') return ask.grant(action.role, email, emailVerified);
      return email === self?.email ? ask.giveUp : ask.revoke(action.role, email);
    };
    return (await dialog.confirm(toQuestion())) ? '' : null;
  };

  const run = async (action: UserAction, user: User, reason: string) => {
    setError(null);
    setDone(null);
    setPending({ id: user._id, action });
    const result = await send(action, user, reason);
    setPending(null);
    const specified = action.kind === 'grant' ? userCopy.specified[action.role] : undefined;
    if (!result.ok) {
      setError(result.problem.detail);
      if (!specified || result.problem.status !== 403) return;
      return dialog.alert({ tone: 'error', ...specified.refused, note: result.problem.detail });
    }
    const { email } = user;
    const sentence = toSentence(action, email, result.value.endedOrders ?? 0);
    const undo = toUndo(action);
    const isAllowed = undo !== null && (managesStaff || !undo.role) && email !== self?.email;
    setDone({ sentence, undo: isAllowed ? { action: undo, user } : null });
    if (specified) {
      const note = `${sentence} ${userCopy.grantedNext(managesStaff)}`;
      await dialog.alert({ tone: 'success', ...specified.granted, note });
    }
    if (email === self?.email) await refreshRole(true);
    return list.refetch();
  };

  return {
    isPending: (action: UserAction, user: User) =>
      pending?.id === user._id && pending.action.kind === action.kind && pending.action.role === action.role,
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

function toSentence(action: UserAction, email: string, endedOrders: number): string {
  const { done } = userCopy;
  if (action.role) return done[action.kind](action.role, email);
  return action.kind === 'disable' ? done.disable(email, endedOrders) : done.enable(email);
}

/** Where a role is granted and revoked that is not granted at `/user/{role}/{email}`. */
const ROLE_PATHS: Partial<Record<GrantedRole, (user: User) => string>> = { owner: ({ _id }) => `/users/${_id}/owner` };

function send(action: UserAction, user: User, reason: string): Promise<ApiResult<{ endedOrders?: number }>> {
  const { kind, role } = action;
  if (role) {
    const path = ROLE_PATHS[role]?.(user) ?? `/user/${role}/${encodeURIComponent(user.email)}`;
    return callApi(path, { method: kind === 'grant' ? 'PUT' : 'DELETE' });
  }
  return callApi(`/users/${user._id}/${kind}`, { method: 'POST', ...(kind === 'disable' && { body: { reason } }) });
}
