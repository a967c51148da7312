import { MAX_ADDRESSES } from '#src/features/addresses/rules.ts';
import { type Check, sqlCheck } from './check.server.ts';

/** Address books, invariant 5. That a book has one default of each kind, its indexes alone can tell. */
export const ADDRESS_CHECKS: readonly Check[] = [
  sqlCheck(5, 'no address book has more addresses than it may', 'addresses', {
    violations: `select a.user_id as subject from addresses a group by a.user_id having count(*) > ${MAX_ADDRESSES}`,
  }),
];
