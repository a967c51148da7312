import { useMemo } from 'react';
import { useSession } from './session.ts';

/** What a form that everybody may fill in need not ask somebody who is signed in; null for everybody else. */
export function useCurrentUser(): { name: string; email: string } | null {
  const { user } = useSession();
  return useMemo(() => user && { name: user.displayName, email: user.email }, [user]);
}
