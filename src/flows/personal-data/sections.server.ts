import type { Queryable, Tx } from '#src/platform/database.server.ts';

/** The person whose data is read or erased. */
export interface DataSubject {
  userId: string;
  email: string;
  /**
   * Whether they have proven that they read the mail of their address. Anybody can sign up with anybody's address, so
   * data that is only known by the address is neither given to nor erased for anybody else.
   */
  isEmailProven: boolean;
}

/**
 * A part of what the shop knows about a person. It is included in the file that they download, and erased with their
 * account. A feature that stores something about people adds its section to the list.
 */
export interface PersonalDataSection {
  name: string;
  /** Reads batch by batch, so that memory does not grow. `one`: at most one thing. */
  read(db: Queryable, person: DataSubject): AsyncIterable<readonly object[]>;
  one?: true;
  /** Absent if the data is kept, or is deleted with the account itself. */
  erase?(tx: Tx, person: DataSubject): Promise<void>;
}
