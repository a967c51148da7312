import { and, asc, eq, gt, inArray, ne, not, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { addresses } from '#src/features/addresses/tables.server.ts';
import { baskets } from '#src/features/basket/tables.server.ts';
import { messageHas, quoteHas } from '#src/features/enquiries/queries.server.ts';
import { contactMessages, quotes } from '#src/features/enquiries/tables.server.ts';
import { isOwnedBy } from '#src/features/exemptions/queries.server.ts';
import { exemptions } from '#src/features/exemptions/tables.server.ts';
import { toAccountId } from '#src/features/identity/account-ownership.server.ts';
import { identitySessions, users } from '#src/features/identity/tables.server.ts';
import { images } from '#src/features/images/tables.server.ts';
import { deleteMailsOfPurchases, deleteMailsTo } from '#src/features/mail/erase-mails.server.ts';
import { subscribers } from '#src/features/newsletter/tables.server.ts';
import { profiles } from '#src/features/profiles/tables.server.ts';
import { anonymizeUnpaidPurchases } from '#src/features/purchases/erasure.server.ts';
import { MAX_PURCHASE_LINES } from '#src/features/purchases/rules.ts';
import { purchases } from '#src/features/purchases/tables.server.ts';
import { listReviewTags } from '#src/features/reviews/service.server.ts';
import { reviews } from '#src/features/reviews/tables.server.ts';
import { stockAlerts } from '#src/features/stock-alerts/tables.server.ts';
import { vatChecks } from '#src/features/vat-checks/tables.server.ts';
import { listPurchases } from '#src/flows/purchases/read-purchases.server.ts';
import { publishChange, type Queryable, type Tx } from '#src/platform/database.server.ts';
import { parseUploadName } from '#src/shared/image-url.ts';
import type { DataSubject, PersonalDataSection } from './sections.server.ts';

const BATCH_SIZE = 100;
/** Each is read with all of its lines. */
const PURCHASES_AT_ONCE = 5;

/**
 * What the shop knows about people, in the order of the file that they download. Erasing follows the same order: alerts
 * before the mails to which they are linked, and pictures before what shows them.
 */
export const PERSONAL_DATA: readonly PersonalDataSection[] = [
  { name: 'account', one: true, read: readAccount },
  { name: 'signIns', read: readSignIns },
  { name: 'pictures', read: readPictures, erase: erasePictures },
  {
    name: 'profile',
    one: true,
    read: (db, { userId }) => once(db.select().from(profiles).where(eq(profiles.userId, userId))),
    erase: async (tx, { userId }) => void (await tx.delete(profiles).where(eq(profiles.userId, userId))),
  },
  {
    name: 'reviews',
    read: (db, { userId }) => readBySeq(db, reviews, eq(reviews.userId, userId)),
    async erase(tx, { userId }) {
      const erased = await tx.delete(reviews).where(eq(reviews.userId, userId)).returning({ toolId: reviews.toolId });
      publishChange(tx, erased.flatMap(listReviewTags));
    },
  },
  {
    name: 'vatChecks',
    // Not exported: others may have had the same numbers checked. Purchases have what was proven for them.
    read: async function* () {},
    // Before the addresses that name the numbers, unless others have them, too.
    erase: async (tx, { userId }) =>
      void (await tx.delete(vatChecks).where(inArray(vatChecks.vatId, vatIdsOfOnly(tx, userId)))),
  },
  {
    name: 'addresses',
    read: (db, { userId }) => once(db.select().from(addresses).where(eq(addresses.userId, userId))),
    erase: async (tx, { userId }) => void (await tx.delete(addresses).where(eq(addresses.userId, userId))),
  },
  {
    name: 'basket',
    one: true,
    read: (db, { userId }) => once(db.select().from(baskets).where(eq(baskets.userId, userId))),
    erase: async (tx, { userId }) => void (await tx.delete(baskets).where(eq(baskets.userId, userId))),
  },
  {
    name: 'exemptions',
    read: (db, { userId }) => readBySeq(db, exemptions, isOwnedBy(userId)),
    // Those that made a paid purchase exempt are kept with its papers, and make no further one exempt.
    erase: async (tx, { userId }) =>
      void (await tx.delete(exemptions).where(and(eq(exemptions.userId, userId), not(isReliedOn(userId))))),
  },
  {
    name: 'purchases',
    read: readPurchases,
    // Mails about paid purchases stay, since their papers have to be kept.
    erase: async (tx, { userId }) => deleteMailsOfPurchases(tx, await anonymizeUnpaidPurchases(tx, userId)),
  },
  ofAddress({
    name: 'newsletter',
    one: true,
    read: (db, { email }) => once(db.select().from(subscribers).where(eq(subscribers.email, email))),
    erase: async (tx, { email }) => void (await tx.delete(subscribers).where(eq(subscribers.email, email))),
  }),
  ofAddress({
    name: 'stockAlerts',
    read: (db, { email }) => once(db.select().from(stockAlerts).where(eq(stockAlerts.email, email))),
    erase: async (tx, { email }) => void (await tx.delete(stockAlerts).where(eq(stockAlerts.email, email))),
  }),
  ofAddress({
    name: 'quoteRequests',
    read: (db, { email }) => readBySeq(db, quotes, quotesOf(email)),
    erase: async (tx, { email }) => void (await tx.delete(quotes).where(quotesOf(email))),
  }),
  ofAddress({
    name: 'messages',
    read: (db, { email }) => readBySeq(db, contactMessages, messagesOf(email)),
    erase: async (tx, { email }) => void (await tx.delete(contactMessages).where(messagesOf(email))),
  }),
  // Not exported, since the person has already received them in their mailbox.
  ofAddress({ name: 'mails', read: async function* () {}, erase: (tx, { email }) => deleteMailsTo(tx, email) }),
];

const vatIdsOfOnly = (tx: Tx, userId: string) => {
  const others = alias(addresses, 'others');
  const ofOthers = tx
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.vatId, addresses.vatId), ne(others.vatId, ''), ne(others.userId, userId)));
  return tx
    .select({ vatId: addresses.vatId })
    .from(addresses)
    .where(and(eq(addresses.userId, userId), notExists(ofOthers)));
};

const isReliedOn = (userId: string) => sql`exists (select from ${purchases} where ${purchases.userId} = ${userId}
  and ${purchases.paidAt} is not null and ${purchases.charges} #>> '{taxProof,exemptionId}' = ${exemptions.id})`;

// The search text has an index, but the address alone has none.
const quotesOf = (email: string) => and(quoteHas(email), eq(quotes.email, email));
const messagesOf = (email: string) => and(messageHas(email), eq(contactMessages.email, email));

/** A section that is only known by the address: only for people who have proven that they read its mail. */
function ofAddress(section: PersonalDataSection): PersonalDataSection {
  const { read, erase } = section;
  return {
    ...section,
    read: (db, person) => (person.isEmailProven ? read(db, person) : once(Promise.resolve([]))),
    ...(erase && {
      erase: async (tx: Tx, person: DataSubject) => {
        if (person.isEmailProven) await erase(tx, person);
      },
    }),
  };
}

async function* once(rows: PromiseLike<readonly object[]>): AsyncGenerator<readonly object[]> {
  yield await rows;
}

async function* readBySeq<Table extends PgTable & { seq: PgColumn }>(db: Queryable, table: Table, where?: SQL) {
  let last = 0;
  for (;;) {
    const rows = (await db
      .select()
      .from(table as PgTable)
      .where(and(where, gt(table.seq, last)))
      .orderBy(asc(table.seq))
      .limit(BATCH_SIZE)) as { seq: number }[];
    yield rows;
    last = rows.at(-1)?.seq ?? last;
    if (rows.length < BATCH_SIZE) return;
  }
}

async function* readById<Fields extends { id: PgColumn }>(db: Queryable, table: PgTable, fields: Fields, where?: SQL) {
  for (let last = ''; ; ) {
    const rows = await db
      .select(fields as { id: PgColumn })
      .from(table)
      .where(and(where, gt(fields.id, last)))
      .orderBy(asc(fields.id))
      .limit(BATCH_SIZE);
    yield rows as ({ id: string } & Record<Exclude<keyof Fields, 'id'>, unknown>)[];
    last = String(rows.at(-1)?.id ?? last);
    if (rows.length < BATCH_SIZE) return;
  }
}

async function* readAccount(db: Queryable, { userId }: DataSubject) {
  const { id, email, displayName, emailConfirmed, role, createdAt } = users;
  yield await db.select({ id, email, displayName, emailConfirmed, role, createdAt }).from(users).where(eq(id, userId));
}

async function* readSignIns(db: Queryable, { userId }: DataSubject) {
  const [user] = await db.select({ subject: users.subject }).from(users).where(eq(users.id, userId));
  const accountId = toAccountId(user?.subject ?? null);
  if (!accountId) return;
  const { createdAt, expiresAt, ipAddress, userAgent } = identitySessions;
  const { id } = identitySessions;
  const ofAccount = eq(identitySessions.userId, accountId);
  for await (const rows of readById(
    db,
    identitySessions,
    { id, createdAt, expiresAt, ipAddress, userAgent },
    ofAccount,
  ))
    yield rows.map(({ id: _, ...signIn }) => signIn);
}

/** The newest purchases come first. */
async function* readPurchases(db: Queryable, { userId }: DataSubject) {
  for (let cursor: string | undefined; ; ) {
    // The file is read far from the shop, so every country is named.
    const page = { limit: PURCHASES_AT_ONCE, cursor };
    const { rows, next } = await listPurchases(db, { userId }, page, null, PURCHASES_AT_ONCE * MAX_PURCHASE_LINES);
    // Data that only concerns the shop is not about the person.
    yield rows
      .toReversed()
      .map((purchase) => ({ ...purchase, lines: purchase.lines.map(({ dispute: _, ...line }) => line) }));
    if (next === null) return;
    cursor = next;
  }
}

async function* readPictures(db: Queryable, { userId }: DataSubject) {
  const { id, width, height, hostedUrl, createdAt } = images;
  yield* readById(db, images, { id, width, height, hostedUrl, createdAt }, eq(images.ownerId, userId));
}

/**
 * Hands the pictures of the profile and of reviews to the cleanup of unfinished uploads, which deletes their files.
 * Other uploads of a former admin belong to tools.
 */
async function erasePictures(tx: Tx, { userId }: DataSubject): Promise<void> {
  const shown = [
    ...(await tx.select({ image: profiles.image }).from(profiles).where(eq(profiles.userId, userId))),
    ...(await tx.select({ image: reviews.image }).from(reviews).where(eq(reviews.userId, userId))),
  ].map(({ image }) => image);
  const ids = shown.flatMap((url) => parseUploadName(url.replace(/^\/images\//, ''))?.id ?? []);
  const isShown = or(inArray(images.id, ids), inArray(images.hostedUrl, shown));
  await tx
    .update(images)
    .set({ uploading: true })
    .where(and(eq(images.ownerId, userId), isShown));
}
