export type Role = 'customer' | 'admin';

/** Who makes a request, as the database knows them at this very request. */
export interface Caller {
  userId: string;
  email: string;
  displayName: string;
  role: Role;
  emailConfirmed: boolean;
  /** The client's network address; IPv6 shortened to its /56. */
  address: string;
  /** An admin who is owner, too. */
  owner: boolean;
}

/** Whose things are read: one user's, or everyone's as an admin sees them. */
export type Reader = { userId: string } | 'admin';

/** What somebody may read: an admin everyone's, a customer their own. */
export const toReader = ({ role, userId }: Pick<Caller, 'role' | 'userId'>): Reader =>
  role === 'admin' ? 'admin' : { userId };

/** A user as the database knows them, without the request they make. */
export type AuthenticatedUser = Omit<Caller, 'address'>;
