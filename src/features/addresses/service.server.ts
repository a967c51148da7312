import type { Db } from '#src/platform/database.server.ts';
import { checkVersion } from '#src/platform/version-check.server.ts';
import { dropUndefined } from '#src/shared/drop-undefined.ts';
import { formatAddress } from '#src/shared/postal-address/address-format.ts';
import { checkAddress } from '#src/shared/postal-address/check-address.ts';
import { ADDRESS_FIELDS } from '#src/shared/postal-address/postal-address.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { Address, AddressChange, NewAddress } from './contract.ts';
import { addressCopy } from './copy.ts';
import {
  type AddressRow,
  clearDefaults,
  countAddresses,
  findSameAddress,
  getOwnAddressRow,
  insertAddress,
  lockAddressBook,
  toPostalAddress,
  updateAddress,
} from './queries.server.ts';
import { MAX_ADDRESSES } from './rules.ts';

/** What the book says of an address beside the address itself. */
const BOOK_FIELDS = ['label', 'isDefaultDelivery', 'isDefaultBilling'] as const;

/**
 * Adds an address to somebody's book and returns its id. The first address gets both marks. An address that is in the
 * book already is not added again: somebody whose first response was lost sends it twice.
 */
export async function addAddress(db: Db, userId: string, sent: NewAddress): Promise<Outcome<string>> {
  const { label, isDefaultDelivery = false, isDefaultBilling = false, ...fields } = sent;
  const checked = checkAddress(fields);
  if (checked.errors) return fail('invalid', { fields: checked.errors });
  const { address } = checked;
  return db.transaction(async (tx) => {
    await lockAddressBook(tx, userId);
    const same = await findSameAddress(tx, userId, address);
    if (same) {
      const extras = {
        label: label ?? same.label,
        isDefaultDelivery: isDefaultDelivery || same.isDefaultDelivery,
        isDefaultBilling: isDefaultBilling || same.isDefaultBilling,
      };
      if (BOOK_FIELDS.some((name) => extras[name] !== same[name])) {
        await clearDefaults(tx, userId, extras);
        await updateAddress(tx, userId, same.id, { ...address, ...extras, version: same.version + 1 });
      }
      return ok(same.id);
    }
    const count = await countAddresses(tx, userId);
    if (count >= MAX_ADDRESSES) return fail('address_book_full');
    const extras = {
      label: label ?? '',
      isDefaultDelivery: isDefaultDelivery || count === 0,
      isDefaultBilling: isDefaultBilling || count === 0,
    };
    await clearDefaults(tx, userId, extras);
    return ok(await insertAddress(tx, userId, address, extras));
  });
}

/**
 * Changes an address, checked as a whole afterwards. A mark moves here from the address that had it. Orders keep the
 * address that they were placed with.
 */
export async function changeAddress(
  db: Db,
  userId: string,
  id: string,
  { version, ...change }: AddressChange,
  homeCountry: string | null,
): Promise<Outcome<{ modified: number; version: number }>> {
  return db.transaction(async (tx) => {
    await lockAddressBook(tx, userId);
    const row = await getOwnAddressRow(tx, userId, id);
    if (!row) return fail('not_found', { detail: addressCopy.notFound });
    const { label = row.label, isDefaultDelivery = row.isDefaultDelivery, ...others } = change;
    const { isDefaultBilling = row.isDefaultBilling, ...fields } = others;
    const sent = dropUndefined(fields);
    // A mark alone can move even if the rules have become stricter since the address was stored.
    const checked =
      Object.keys(sent).length > 0
        ? checkAddress({ ...toPostalAddress(row), ...sent })
        : { address: toPostalAddress(row), errors: null };
    if (checked.errors) return fail('invalid', { fields: checked.errors });
    const next = { ...checked.address, label, isDefaultDelivery, isDefaultBilling };
    const changed = [...ADDRESS_FIELDS, ...BOOK_FIELDS].some((field) => next[field] !== row[field]);
    // The same request was sent again because its first response was lost.
    if (!changed) return ok({ modified: 0, version: row.version });
    const conflict = await checkVersion('address', { read: version, now: row.version }, () => ({
      address: toWireAddress(row, homeCountry),
    }));
    if (conflict) return conflict;
    await clearDefaults(tx, userId, { isDefaultDelivery, isDefaultBilling });
    await updateAddress(tx, userId, id, { ...next, version: row.version + 1 });
    return ok({ modified: 1, version: row.version + 1 });
  });
}

/** An address as its owner sees it. */
export function toWireAddress(row: AddressRow, homeCountry: string | null): Address {
  return {
    _id: row.id,
    label: row.label,
    ...toPostalAddress(row),
    isDefaultDelivery: row.isDefaultDelivery,
    isDefaultBilling: row.isDefaultBilling,
    lines: formatAddress(row, homeCountry),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt?.toISOString() ?? null,
  };
}
