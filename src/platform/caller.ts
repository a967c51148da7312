export type Role = 'customer' | 'admin';

/** Who makes a request, as the database knows them at this very request. */
export interface Caller {
  userId: string;
  email: string;
  displayName: string;
  role: Role;
}
