import { useMemo } from 'react';
import { useSession } from './session.ts';

/** Name and email address for forms that are open to everybody; null if nobody is signed in. */
export function useCurrentUser(): { name: string; email: string } | null {
  const { user } = useSession();
  return useMemo(() => user && { name: user.displayName, email: user.email }, [user]);
}
