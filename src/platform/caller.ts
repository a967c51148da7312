import { hasPermission, type Role } from '#src/shared/permissions.ts';

/** The user who makes a request, as the database has them at this moment. */
export interface Caller {
  userId: string;
  email: string;
  displayName: string;
  role: Role;
  emailConfirmed: boolean;
  /** The client's network address; IPv6 shortened to its /56. */
  clientAddress: string;
}

/** Whose orders are read: one user's, or everyone's as the shop sees them. */
export type Reader = { userId: string } | 'shop';

/** With `orders.read`, everyone's orders; otherwise the caller's own. */
export const toReader = ({ role, userId }: Pick<Caller, 'role' | 'userId'>): Reader =>
  hasPermission({ role }, 'orders.read') ? 'shop' : { userId };

/** A user as the database has them, without the request's data. */
export type AuthenticatedUser = Omit<Caller, 'clientAddress'>;
