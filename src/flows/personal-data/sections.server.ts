import type { Queryable, Tx } from '#src/platform/database.server.ts';

/** Whose data is read or erased. */
export interface Person {
  userId: string;
  email: string;
  /**
   * Whether they have proven to read the mail of their address. Anybody can sign up with anybody's address. What is known
   * by the address alone is given to nobody else, and erased for nobody else.
   */
  isEmailProven: boolean;
}

/**
 * A part of what the shop knows of a person. It is read into the file that they download, and erased with their account. A feature that stores something of people adds its section to the list.
 */
export interface PersonalDataSection {
  name: string;
  /** Batch by batch, so that no memory grows with it. `one`: at most one thing. */
  read(db: Queryable, person: Person): AsyncIterable<readonly object[]>;
  one?: true;
  /** Absent: what is kept, or goes with the account itself. */
  erase?(tx: Tx, person: Person): Promise<void>;
}
