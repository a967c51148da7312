import { hasPermission, type Role } from '#src/shared/permissions.ts';

/** Who makes a request, as the database knows them at this very request. */
export interface Caller {
  userId: string;
  email: string;
  displayName: string;
  role: Role;
  emailConfirmed: boolean;
  /** The client's network address; IPv6 shortened to its /56. */
  address: string;
}

/** Whose orders are read: one user's, or everyone's as the shop sees them. */
export type Reader = { userId: string } | 'shop';

/** Whose orders somebody may read: with `orders.read` everyone's, else their own. */
export const toReader = ({ role, userId }: Pick<Caller, 'role' | 'userId'>): Reader =>
  hasPermission({ role }, 'orders.read') ? 'shop' : { userId };

/** A user as the database knows them, without the request they make. */
export type AuthenticatedUser = Omit<Caller, 'address'>;
