import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import { alphabeticalKey } from '#src/platform/alphabetical-key.server.ts';
import { OWNERS_STORED_ROLE, STORED_ROLES } from '#src/shared/permissions.ts';

/** The shop's users. The identity service says who they are; this table says what they may do. */
export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    /** Always lower case. */
    email: text().notNull(),
    displayName: text().notNull(),
    /** `provider|subject` at the identity service; null for users of the demo, who cannot sign in. */
    subject: text().unique(),
    emailConfirmed: boolean().notNull().default(false),
    role: text({ enum: STORED_ROLES }).notNull().default('customer'),
    /** Owners are admins who may do more: make owners, revoke admins, disable them, read customers' secret links. */
    owner: boolean().notNull().default(false),
    disabledAt: timestamp({ withTimezone: true }),
    /** The reason, in the words of the admin who disabled them. Only for admins. */
    disabledReason: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When they deleted their account. Then the row has no name or address, and nobody can sign in to it. */
    erasedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    index('users_by_name').on(alphabeticalKey(t.displayName), t.seq),
    index('users_by_role').on(t.role, t.seq),
    index('users_by_confirmed').on(t.emailConfirmed, t.seq).where(sql`erased_at is null`),
    // Only few rows are in these indexes, so that counting owners and listing disabled users does not read the others.
    index('users_shown').on(t.seq).where(sql`erased_at is null`),
    index('users_owners').on(t.seq).where(sql`owner`),
    index('users_disabled').on(t.seq).where(sql`disabled_at is not null`),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    check('users_role_known', sql`${t.role} in (${sql.raw(STORED_ROLES.map((role) => `'${role}'`).join(', '))})`),
    check('users_admin_confirmed', sql`${t.role} = 'customer' or ${t.emailConfirmed}`),
    check('users_owner_admin', sql`not ${t.owner} or ${t.role} = ${sql.raw(`'${OWNERS_STORED_ROLE}'`)}`),
    check(
      'users_erased',
      sql`${t.erasedAt} is null or (${t.subject} is null and ${t.disabledAt} is not null and ${t.role} = 'customer')`,
    ),
    check('users_disabled_reason', sql`${t.disabledReason} is null or ${t.disabledAt} is not null`),
  ],
);

/** Sign-ins at an identity service that stores its sessions elsewhere. The access tokens of a sign-in end with it. */
export const signIns = pgTable(
  'sign_ins',
  {
    /** Provider, subject and time of the sign-in. */
    key: text().primaryKey(),
    seenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp({ withTimezone: true }),
  },
  (t) => [index('sign_ins_seen_at').on(t.seenAt)],
);

/** Access tokens, as SHA-256 only. A token ends with the identity session or the sign-in it came from. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    tokenHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: text().references(() => identitySessions.id, { onDelete: 'cascade' }),
    signIn: text().references(() => signIns.key, { onDelete: 'cascade' }),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    index('access_tokens_expires_at').on(t.expiresAt),
    index('access_tokens_session').on(t.sessionId),
    index('access_tokens_sign_in').on(t.signIn),
    index('access_tokens_user').on(t.userId),
  ],
);

// The tables below belong to the embedded identity service. Its library expects the property names of users, sessions,
// accounts, verifications and keys.

export const identityUsers = pgTable('identity_users', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

export const identitySessions = pgTable(
  'identity_sessions',
  {
    id: text().primaryKey(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    token: text().notNull().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    ipAddress: text(),
    userAgent: text(),
    userId: text()
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
  },
  (t) => [index('identity_sessions_user').on(t.userId)],
);

export const identityAccounts = pgTable(
  'identity_accounts',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: text()
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: timestamp({ withTimezone: true }),
    refreshTokenExpiresAt: timestamp({ withTimezone: true }),
    scope: text(),
    password: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('identity_accounts_user').on(t.userId),
    uniqueIndex('identity_accounts_provider').on(t.providerId, t.accountId),
  ],
);

export const identityVerifications = pgTable(
  'identity_verifications',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('identity_verifications_identifier').on(t.identifier)],
);

/** What a link in an email of the identity service is for. */
export const ACCOUNT_TOKEN_PURPOSES = ['confirm', 'reset'] as const;

/**
 * One-time tokens of links that confirm an address or set a new password, as SHA-256 only. Used and expired ones stay
 * for a while, so that their page can say what they were.
 */
export const identityLinks = pgTable(
  'identity_links',
  {
    tokenHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ACCOUNT_TOKEN_PURPOSES }).notNull(),
    /**
     * What somebody signed up with. It becomes the account's details through the link together with the password. The
     * link proves access to the mailbox; the password proves that the same user signed up.
     */
    displayName: text(),
    passwordHash: text(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('identity_links_user').on(t.userId, t.purpose),
    index('identity_links_expires_at').on(t.expiresAt),
    check('identity_links_purpose_known', sql`${t.purpose} in ('confirm', 'reset')`),
  ],
);

/** What anybody may request for an address without learning whether it has an account. */
export const REQUEST_KINDS = ['sign_up', 'confirm', 'reset'] as const;

/** Requests that were answered before anybody looked at them: the sender must not notice how much work they cause. */
export const accountRequests = pgTable(
  'identity_requests',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    kind: text({ enum: REQUEST_KINDS }).notNull(),
    email: text().notNull(),
    displayName: text(),
    passwordHash: text(),
    attempts: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('identity_requests_next').on(t.attempts, t.seq),
    check('identity_requests_kind_known', sql`${t.kind} in ('sign_up', 'confirm', 'reset')`),
  ],
);

export const identitySigningKeys = pgTable('identity_keys', {
  id: text().primaryKey(),
  publicKey: text().notNull(),
  privateKey: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  expiresAt: timestamp({ withTimezone: true }),
  alg: text(),
  crv: text(),
});

/** Counters of the rate limits, in the shape that the library expects. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
