import sharp from 'sharp';
import { categories } from '#src/features/categories/tables.server.ts';
import { shippingMethods, shippingZones } from '#src/features/shipping/tables.server.ts';
import { DEFAULT_SETTINGS } from '#src/features/shop-settings/rules.ts';
import { taxRates } from '#src/features/taxes/tables.server.ts';
import type { Access } from '#src/platform/api.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { seedExemption, seedMessage, seedQuote, seedReview, seedTool } from '#src/seed/factories.server.ts';
import {
  hasPermission,
  type Permission,
  ROLE_NAMES,
  ROLES,
  STAFF_ROLES,
  type StaffRole,
  type StoredRole,
} from '#src/shared/permissions.ts';
import { makePdf } from '#tests/support/pdfs.ts';
import type { CallOptions, TestShop, TestUser } from '#tests/support/shop.ts';
import { confirmCard, createIntent, payOrder, placeOrder, type TestTool, toOrderBody } from './order-helpers.ts';

export const STAFF = ROLE_NAMES.filter((role) => role !== 'customer');

export const CALLERS = [
  'anonymous',
  'forged',
  'hash',
  'expired',
  'revoked',
  'ada',
  'bob',
  'demoted',
  'disabled',
  ...STAFF,
] as const;
export type Caller = (typeof CALLERS)[number];
/** The target of a call: something that Ada owns, or something that does not exist. */
export type Target = 'ada' | 'none';

export interface World {
  shop: TestShop;
  ada: TestUser;
  bob: TestUser;
  admin: TestUser;
  /** A user with a confirmed address who can become an admin. */
  candidate: TestUser;
  hammer: TestTool;
  blogId: string;
  getUser(who: Caller): TestUser;
}

interface Request extends CallOptions {
  path: string;
}

export interface AccessRule {
  access: Access;
  targets: readonly Target[];
  /** Creates a new target, and returns the request for it. */
  prepare(world: World, target: Target, who: Caller): Promise<Request> | Request;
  /** The status and code for callers that pass the access check. Default: success. */
  outcome?(who: Caller, target: Target): string;
}

const NONE = 'a'.repeat(24);
const isStaff = (who: Caller): who is (typeof STAFF)[number] => who in ROLES;
const may = (who: Caller, permission: Permission) => isStaff(who) && hasPermission({ role: who }, permission);
const getEmail = (world: World, target: Target) => (target === 'ada' ? world.ada.email : 'nobody@example.com');
const onlyAda =
  (failure: string, success = '200') =>
  (who: Caller, target: Target) =>
    who === 'ada' && target === 'ada' ? success : failure;

const ADDRESS = {
  name: 'Ada Smith',
  line1: '1 Main Street',
  city: 'Cleveland',
  region: 'OH',
  postalCode: '44114',
  country: 'US',
};

const toProfile = (user: TestUser) => ({
  displayName: user.displayName,
  number: '+44 20 7946 0000',
  collegeName: 'City College',
  universityName: 'Open University',
  division: 'North',
  district: 'Leeds',
});

async function orderFor(world: World, target: Target, life: 'placed' | 'confirmed' | 'paid') {
  if (target === 'none') return { id: NONE, intentId: 'pi_nothing' };
  const id = await placeOrder(world.shop, world.ada, world.hammer);
  if (life === 'placed') return { id, intentId: '' };
  if (life === 'paid') return { id, intentId: await payOrder(world.shop, world.ada, id) };
  const { clientSecret, intentId } = await createIntent(world.shop, world.ada, id);
  await confirmCard(world.shop, clientSecret);
  return { id, intentId };
}

async function enquiryFor({ shop, ada }: World, target: Target, kind: 'quote' | 'message'): Promise<string> {
  if (target === 'none') return NONE;
  const build = kind === 'quote' ? seedQuote : seedMessage;
  return build(shop.database.db, { name: ada.displayName, email: ada.email });
}

async function reviewFor({ shop, ada }: World, target: Target, more: object = {}): Promise<string> {
  return target === 'none' ? NONE : seedReview(shop.database.db, { userId: ada.userId, ...more });
}

async function addressFor({ shop, ada }: World, target: Target): Promise<string> {
  if (target === 'none') return NONE;
  const added = await shop.call('POST', '/addresses', { token: ada.token, body: ADDRESS });
  return (added.body as { insertedId: string }).insertedId;
}

async function exemptionFor({ shop, ada }: World, target: Target): Promise<string> {
  return target === 'none' ? NONE : seedExemption(shop.database.db, { userId: ada.userId });
}

/** A rate of a class of its own, so that none is in the way of another. */
function newTaxRate() {
  const taxClass = `c${newIdentifier().toLowerCase()}`;
  return { taxClass, country: 'DE', rate: 19, validFrom: '2026-01-01' };
}

async function taxRateFor({ shop }: World, target: Target): Promise<string> {
  if (target === 'none') return NONE;
  const id = newIdentifier();
  await shop.database.db.insert(taxRates).values({ ...newTaxRate(), id, name: 'VAT' });
  return id;
}

async function categoryFor({ shop }: World, target: Target): Promise<string> {
  if (target === 'none') return NONE;
  const id = newIdentifier();
  await shop.database.db.insert(categories).values({ id, name: id });
  return id;
}

/** A zone of a postal code of its own, which overlaps with no other one. */
async function zoneFor({ shop }: World, target: Target): Promise<string> {
  if (target === 'none') return NONE;
  const id = newIdentifier();
  const code = id.slice(0, 16);
  const places = [{ country: 'DE', region: '', postalFrom: code, postalTo: code }];
  await shop.database.db.insert(shippingZones).values({ id, name: id, places });
  return id;
}

async function methodFor({ shop }: World, target: Target): Promise<string> {
  if (target === 'none') return NONE;
  const id = newIdentifier();
  await shop.database.db.insert(shippingMethods).values({ id, name: id, kind: 'pickup', isActive: false });
  return id;
}

async function toolFor({ shop }: World, target: Target): Promise<string> {
  return target === 'none' ? NONE : seedTool(shop.database.db);
}

/** Builds a body about this one tool, or about one that does not exist. */
async function bulkBodyFor(world: World, target: Target) {
  const tool = { _id: await toolFor(world, target), version: 1 };
  return { change: { kind: 'price', percent: 3 }, tools: [tool] };
}

async function synonymsFor({ shop, admin }: World, target: Target): Promise<string> {
  if (target === 'none') return NONE;
  const rows = await shop.sql`select id from search_synonyms where keys && array['flux', 'xulf']`;
  if (rows[0]) return rows[0].id;
  const body = { terms: ['flux', 'xulf'] };
  const added = await shop.call('POST', '/search/synonyms', { token: admin.token, body });
  return (added.body as { insertedId: string }).insertedId;
}

async function bulkChangeFor(world: World, target: Target): Promise<string> {
  if (target === 'none') return NONE;
  const body = await bulkBodyFor(world, target);
  const made = await world.shop.call('POST', '/bulk-changes', { token: world.admin.token, body });
  return (made.body as { insertedId: string }).insertedId;
}

/** Creates an import with a row that creates nothing, in the state that the call needs. */
async function importFor(
  { shop, admin }: World,
  target: Target,
  state: 'ready' | 'undone' | 'stopped',
): Promise<string> {
  if (target === 'none') return NONE;
  const id = newIdentifier();
  await shop.query(
    `insert into imports (id, state, file_name, made_by, detected, rows, changes, confirmed_at)
     values ($1, $2, 'tools.csv', $3, 'utf-8', 1, 1, case when $2 = 'undone' then now() end)`,
    [id, state, admin.email],
  );
  return id;
}

async function mailFor({ shop, ada }: World, target: Target): Promise<string> {
  if (target === 'none') return NONE;
  const rows = await shop.sql`select id from mails where recipient = ${ada.email} and kind = 'confirm_email'`;
  return rows[0].id;
}

/** Returns the candidate after giving them this role, or nobody. */
async function candidateAs(
  { shop, candidate }: World,
  target: Target,
  { role = 'customer', owner = false, disabled = false }: { role?: StoredRole; owner?: boolean; disabled?: boolean },
): Promise<string> {
  if (target === 'none') return NONE;
  await shop.sql`update users
    set role = ${role}, owner = ${owner}, disabled_at = case when ${disabled} then now() end, disabled_reason = null
    where id = ${candidate.userId}`;
  return candidate.userId;
}

/** Gives or takes away a role. `held` is the role of the candidate before. */
const roleCall = (role: StaffRole, access: Access, held: StoredRole): AccessRule => ({
  access,
  targets: ['ada', 'none'],
  prepare: async (world, target) => {
    const id = await candidateAs(world, target, { role: held });
    return { path: `/user/${role}/${id === NONE ? getEmail(world, target) : world.candidate.email}` };
  },
  outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
});

const list = (path: string, access: Access): AccessRule => ({ access, targets: ['none'], prepare: () => ({ path }) });

const importCall = (state: 'ready' | 'undone' | 'stopped', toRequest: (id: string) => Request): AccessRule => ({
  access: 'range.import',
  targets: ['ada', 'none'],
  prepare: async (world, target) => toRequest(await importFor(world, target, state)),
  outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
});

/** Every API route. A registered route without a row fails the test. */
export const ACCESS_MATRIX: Record<string, AccessRule> = {
  'GET /tools': list('/tools', 'public'),
  'GET /blogs': list('/blogs', 'public'),
  'GET /review': list('/review', 'public'),
  'GET /user': list('/user', 'users.read'),
  'GET /orders': list('/orders', 'orders.read'),
  'GET /outbox': list('/outbox', 'mails.read'),
  'GET /purchases': list('/purchases', 'signedIn'),
  'GET /purchases/{id}': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/purchases/${(await orderFor(world, target, 'placed')).id}` }),
    outcome: (who, target) =>
      target === 'ada' && (who === 'ada' || may(who, 'orders.read')) ? '200' : '404 not_found',
  },
  'GET /purchases/{id}/timeline': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/purchases/${(await orderFor(world, target, 'placed')).id}/timeline` }),
    outcome: (who, target) =>
      target === 'ada' && (who === 'ada' || may(who, 'orders.read')) ? '200' : '404 not_found',
  },
  'PATCH /purchases/{id}': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/purchases/${(await orderFor(world, target, 'placed')).id}`,
      body: { poNumber: 'PO-1' },
    }),
    // Admins can only add an address to a paid purchase.
    outcome: (who, target) => (may(who, 'orders.change') ? '422 invalid' : onlyAda('404 not_found')(who, target)),
  },
  ...Object.fromEntries(
    ['papers', 'confirmation.pdf', 'invoice.pdf', 'credit-note.pdf', 'delivery-note.pdf'].map((name) => [
      `GET /purchases/{id}/${name}`,
      {
        access: 'signedIn',
        targets: ['ada', 'none'],
        prepare: async (world: World, target: Target) => ({
          path: `/purchases/${(await orderFor(world, target, 'paid')).id}/${name}`,
        }),
        outcome: (who: Caller, target: Target) =>
          target === 'ada' && (who === 'ada' || may(who, 'orders.read')) && !/note/.test(name)
            ? '200'
            : '404 not_found',
      } satisfies AccessRule,
    ]),
  ),
  'GET /purchases/{id}/packing-list.pdf': {
    access: 'orders.read',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/purchases/${(await orderFor(world, target, 'paid')).id}/packing-list.pdf`,
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /packing-list.pdf': {
    access: 'orders.read',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/packing-list.pdf?purchases=${(await orderFor(world, target, 'paid')).id}`,
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /purchases/estimate': {
    access: 'public',
    targets: ['ada', 'none'],
    prepare: ({ hammer }, target) => ({
      path: '/purchases/estimate',
      body: { lines: [{ toolId: target === 'none' ? NONE : hammer.id, quantity: 10 }] },
    }),
    outcome: (_who, target) => (target === 'none' ? '422 invalid' : '200'),
  },
  'POST /purchases': {
    access: 'orders.place',
    targets: ['ada', 'none'],
    prepare: ({ hammer }, target) => ({
      path: '/purchases',
      body: { lines: [{ toolId: target === 'none' ? NONE : hammer.id, quantity: 10 }] },
    }),
    outcome: (_who, target) => (target === 'none' ? '422 invalid' : '201'),
  },
  'POST /purchases/{id}/cancel': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/purchases/${(await orderFor(world, target, 'placed')).id}/cancel`,
      body: { reason: 'Not needed' },
    }),
    outcome: (who, target) => {
      if (target === 'ada' && may(who, 'orders.read') && !may(who, 'orders.cancel')) return '403 forbidden';
      return target === 'ada' && (who === 'ada' || may(who, 'orders.read')) ? '200' : '404 not_found';
    },
  },
  'POST /purchases/{id}/refunds': {
    access: 'payments.refund',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/purchases/${(await orderFor(world, target, 'paid')).id}/refunds`,
      body: { amount: '1.00', reason: 'Bent' },
    }),
    outcome: (_who, target) => (target === 'ada' ? '201' : '404 not_found'),
  },
  'POST /purchases/{id}/refunds/{refund}/dismiss': {
    access: 'payments.refund',
    targets: ['ada', 'none'],
    prepare: async (world, target) => {
      const { id } = await orderFor(world, target, 'paid');
      const path = `/purchases/${id}/refunds`;
      const body = { amount: '1.00', reason: 'Bent' };
      const made = await world.shop.call('POST', path, { token: world.admin.token, body });
      const refund = target === 'ada' ? (made.body as { insertedId: string }).insertedId : NONE;
      return { path: `${path}/${refund}/dismiss`, body: {} };
    },
    outcome: (_who, target) => (target === 'ada' ? '409 refund_not_failed' : '404 not_found'),
  },
  'GET /purchases/{id}/refunds': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/purchases/${(await orderFor(world, target, 'paid')).id}/refunds` }),
    outcome: (who, target) =>
      target === 'ada' && (who === 'ada' || may(who, 'orders.read')) ? '200' : '404 not_found',
  },
  'GET /payments': list('/payments', 'payments.read'),
  'GET /payments/messages': list('/payments/messages', 'payments.read'),
  'GET /inbox': list('/inbox', 'inbox.read'),
  'GET /overview': list('/overview', 'overview.read'),
  'GET /overview/oldest': list('/overview/oldest', 'overview.read'),
  'GET /system': list('/system', 'system.read'),
  'POST /system/check': {
    ...list('/system/check', 'system.read'),
    prepare: () => ({ path: '/system/check', body: {} }),
  },
  'GET /settings': list('/settings', 'settings.change'),
  'PUT /settings': {
    access: 'settings.change',
    targets: ['none'],
    prepare: () => ({ path: '/settings', body: { version: 999, settings: { ...DEFAULT_SETTINGS, hours: 'Sundays' } } }),
    outcome: () => '409 settings_changed',
  },
  'GET /shipping-zones': list('/shipping-zones', 'settings.change'),
  'POST /shipping-zones': {
    access: 'settings.change',
    targets: ['none'],
    // No country: nobody's call may leave a zone that another one overlaps.
    prepare: () => ({ path: '/shipping-zones', body: { name: 'Nowhere', places: [] } }),
    outcome: () => '422 invalid',
  },
  'PATCH /shipping-zones/{id}': {
    access: 'settings.change',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/shipping-zones/${await zoneFor(world, target)}`,
      body: { name: `Zone ${newIdentifier()}`, version: 1 },
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'DELETE /shipping-zones/{id}': {
    access: 'settings.change',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/shipping-zones/${await zoneFor(world, target)}` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /shipping-methods': list('/shipping-methods', 'settings.change'),
  'POST /shipping-methods': {
    access: 'settings.change',
    targets: ['none'],
    prepare: () => ({
      path: '/shipping-methods',
      body: { name: `Pick-up ${newIdentifier()}`, kind: 'pickup', active: false },
    }),
    outcome: () => '201',
  },
  'PATCH /shipping-methods/{id}': {
    access: 'settings.change',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/shipping-methods/${await methodFor(world, target)}`,
      body: { name: `Pick-up ${newIdentifier()}`, version: 1 },
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'DELETE /shipping-methods/{id}': {
    access: 'settings.change',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/shipping-methods/${await methodFor(world, target)}` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /quotes': list('/quotes', 'inbox.read'),
  'GET /messages': list('/messages', 'inbox.read'),
  'GET /subscribers': list('/subscribers', 'subscribers.read'),
  'GET /tools/{id}/alerts': {
    access: 'range.read',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/tools/${await toolFor(world, target)}/alerts` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'PUT /quotes/{id}': {
    access: 'inbox.answer',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/quotes/${await enquiryFor(world, target, 'quote')}`,
      body: { done: true },
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'PUT /messages/{id}': {
    access: 'inbox.answer',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/messages/${await enquiryFor(world, target, 'message')}`,
      body: { done: true },
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /outbox/{id}/send': {
    access: 'mails.resend',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/outbox/${await mailFor(world, target)}/send` }),
    outcome: (_who, target) => (target === 'ada' ? '409 mail_not_sent' : '404 not_found'),
  },
  'POST /outbox/send-dead': { ...list('/outbox/send-dead', 'mails.resend'), outcome: () => '409 mail_not_sent' },
  'GET /outbox/{id}/preview': {
    access: 'mails.read',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/outbox/${await mailFor(world, target)}/preview` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /outbox/{id}/html': {
    access: 'signature',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/outbox/${await mailFor(world, target)}/html?until=9999999999&signature=${'A'.repeat(43)}`,
    }),
    outcome: () => '400 signature_invalid',
  },
  'GET /myreview': list('/myreview', 'signedIn'),
  'GET /myreview/{id}': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/myreview/${await reviewFor(world, target)}` }),
    outcome: onlyAda('404 not_found'),
  },
  'PATCH /review/{id}': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/review/${await reviewFor(world, target)}`,
      body: { version: 1, title: 'Another title' },
    }),
    outcome: onlyAda('404 not_found'),
  },
  'DELETE /review/{id}': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/review/${await reviewFor(world, target)}` }),
    outcome: onlyAda('404 not_found'),
  },
  'GET /addresses': list('/addresses', 'addresses.keep'),
  'POST /addresses': {
    access: 'addresses.keep',
    targets: ['none'],
    prepare: () => ({ path: '/addresses', body: ADDRESS }),
    outcome: () => '201',
  },
  'PATCH /addresses/{id}': {
    access: 'addresses.keep',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/addresses/${await addressFor(world, target)}`,
      body: { line1: '2 Main Street' },
    }),
    outcome: onlyAda('404 not_found'),
  },
  'DELETE /addresses/{id}': {
    access: 'addresses.keep',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/addresses/${await addressFor(world, target)}` }),
    outcome: onlyAda('404 not_found'),
  },
  'GET /reviews': list('/reviews', 'reviews.moderate'),
  'POST /review/{id}/takedown': {
    access: 'reviews.moderate',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/review/${await reviewFor(world, target)}/takedown`,
      body: { reason: 'Names a person.' },
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /review/{id}/restore': {
    access: 'reviews.moderate',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/review/${await reviewFor(world, target, { takenDownAt: new Date(), takenDownReason: 'No.' })}/restore`,
      body: { version: 1 },
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /review/{id}/approve': {
    access: 'reviews.moderate',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/review/${await reviewFor(world, target, { waiting: true, readAt: null })}/approve`,
      body: { version: 1 },
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /search/misses': list('/search/misses', 'search.tune'),
  'POST /search/misses/done': {
    access: 'search.tune',
    targets: ['none'],
    prepare: () => ({ path: '/search/misses/done', body: { query: 'flux' } }),
  },
  'GET /search/synonyms': list('/search/synonyms', 'search.tune'),
  'POST /search/synonyms': {
    access: 'search.tune',
    targets: ['none'],
    prepare: () => ({ path: '/search/synonyms', body: { terms: ['one'] } }),
    outcome: () => '422 invalid',
  },
  'POST /search/synonyms/preview': {
    access: 'search.tune',
    targets: ['none'],
    prepare: () => ({ path: '/search/synonyms/preview', body: { terms: ['flux'] } }),
  },
  'PATCH /search/synonyms/{id}': {
    access: 'search.tune',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/search/synonyms/${await synonymsFor(world, target)}`,
      body: { terms: ['flux', 'xulf'], version: 1 },
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'DELETE /search/synonyms/{id}': {
    access: 'search.tune',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/search/synonyms/${await synonymsFor(world, target)}` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /audit': list('/audit', 'audit.read'),
  'POST /audit/export': list('/audit/export', 'audit.read'),
  'GET /audit.csv': {
    access: 'signature',
    targets: ['none'],
    prepare: () => ({ path: `/audit.csv?until=9999999999&signature=${'A'.repeat(43)}` }),
    outcome: () => '400 signature_invalid',
  },
  'GET /exports/purchases.csv': {
    access: 'exports.read',
    targets: ['none'],
    prepare: () => ({ path: '/exports/purchases.csv?from=2026-01-01&to=2026-01-31' }),
  },
  'POST /exports/purchases': {
    access: 'exports.read',
    targets: ['none'],
    prepare: () => ({ path: '/exports/purchases?from=2026-01-01&to=2026-01-31' }),
  },
  'GET /exports/signed/purchases.csv': {
    access: 'signature',
    targets: ['none'],
    prepare: () => ({
      path: `/exports/signed/purchases.csv?from=2026-01-01&to=2026-01-31&until=9999999999&signature=${'A'.repeat(43)}`,
    }),
    outcome: () => '400 signature_invalid',
  },
  'GET /tax-report': {
    access: 'exports.read',
    targets: ['none'],
    prepare: () => ({ path: '/tax-report?from=2026-01-01&to=2026-01-31' }),
  },
  'GET /exports/taxes.csv': {
    access: 'exports.read',
    targets: ['none'],
    prepare: () => ({ path: '/exports/taxes.csv?from=2026-01-01&to=2026-01-31' }),
  },
  'POST /exports/taxes': {
    access: 'exports.read',
    targets: ['none'],
    prepare: () => ({ path: '/exports/taxes?from=2026-01-01&to=2026-01-31' }),
  },
  'GET /exports/signed/taxes.csv': {
    access: 'signature',
    targets: ['none'],
    prepare: () => ({
      path: `/exports/signed/taxes.csv?from=2026-01-01&to=2026-01-31&until=9999999999&signature=${'A'.repeat(43)}`,
    }),
    outcome: () => '400 signature_invalid',
  },
  'GET /exports/tools.csv': {
    access: 'range.read',
    targets: ['none'],
    prepare: () => ({ path: '/exports/tools.csv' }),
  },
  'POST /exports/tools': { access: 'range.read', targets: ['none'], prepare: () => ({ path: '/exports/tools' }) },
  'GET /exports/signed/tools.csv': {
    access: 'signature',
    targets: ['none'],
    prepare: () => ({ path: `/exports/signed/tools.csv?until=9999999999&signature=${'A'.repeat(43)}` }),
    outcome: () => '400 signature_invalid',
  },
  'POST /imports': {
    access: 'range.import',
    targets: ['none'],
    // Without a file, nothing is stored.
    prepare: () => ({ path: '/imports', body: new FormData() }),
    outcome: () => '422 invalid',
  },
  'GET /imports': list('/imports', 'range.import'),
  'GET /imports/{id}': importCall('ready', (id) => ({ path: `/imports/${id}` })),
  'GET /imports/{id}/rows': importCall('ready', (id) => ({ path: `/imports/${id}/rows?result=fault` })),
  'PUT /imports/{id}/mapping': importCall('ready', (id) => ({
    path: `/imports/${id}/mapping`,
    body: { decimal: ',' },
  })),
  'POST /imports/{id}/confirm': importCall('ready', (id) => ({ path: `/imports/${id}/confirm`, body: {} })),
  'POST /imports/{id}/undo': importCall('undone', (id) => ({ path: `/imports/${id}/undo`, body: {} })),
  'POST /imports/{id}/retry': importCall('stopped', (id) => ({ path: `/imports/${id}/retry`, body: {} })),
  'DELETE /imports/{id}': importCall('ready', (id) => ({ path: `/imports/${id}` })),
  'GET /imports/{id}/faults.csv': importCall('ready', (id) => ({ path: `/imports/${id}/faults.csv` })),
  'POST /imports/{id}/faults': importCall('ready', (id) => ({ path: `/imports/${id}/faults`, body: {} })),
  'GET /imports/signed/{id}/faults.csv': {
    access: 'signature',
    targets: ['none'],
    prepare: () => ({ path: `/imports/signed/${NONE}/faults.csv?until=9999999999&signature=${'A'.repeat(43)}` }),
    outcome: () => '400 signature_invalid',
  },
  'GET /imports/{id}/faulty-rows.csv': importCall('ready', (id) => ({ path: `/imports/${id}/faulty-rows.csv` })),
  'POST /imports/{id}/faulty-rows': importCall('ready', (id) => ({ path: `/imports/${id}/faulty-rows`, body: {} })),
  'GET /imports/signed/{id}/faulty-rows.csv': {
    access: 'signature',
    targets: ['none'],
    prepare: () => ({ path: `/imports/signed/${NONE}/faulty-rows.csv?until=9999999999&signature=${'A'.repeat(43)}` }),
    outcome: () => '400 signature_invalid',
  },
  'GET /me/export': {
    access: 'signedIn',
    targets: ['none'],
    prepare: () => ({ path: '/me/export' }),
  },
  'DELETE /me': {
    access: 'signedIn',
    targets: ['none'],
    // All sign-ins are too old for a deletion, so that no account is deleted.
    prepare: async ({ shop }) => {
      await shop.sql`update identity_sessions set created_at = now() - interval '6 minutes'`;
      return { path: '/me' };
    },
    outcome: () => '403 sign_in_again',
  },
  'GET /tax-rates': list('/tax-rates', 'settings.change'),
  'POST /tax-rates': {
    access: 'settings.change',
    targets: ['none'],
    prepare: () => ({ path: '/tax-rates', body: { ...newTaxRate(), name: 'VAT' } }),
    outcome: () => '201',
  },
  'PATCH /tax-rates/{id}': {
    access: 'settings.change',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/tax-rates/${await taxRateFor(world, target)}`,
      body: { name: `VAT ${newIdentifier()}`, version: 1 },
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'DELETE /tax-rates/{id}': {
    access: 'settings.change',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/tax-rates/${await taxRateFor(world, target)}` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /exemptions': list('/exemptions', 'signedIn'),
  'POST /exemptions': {
    access: 'exemptions.keep',
    targets: ['none'],
    prepare: () => {
      const form = new FormData();
      // No PDF: nobody's call may use up the places for certificates that wait.
      form.set('certificate', new File(['no certificate'], 'a.pdf', { type: 'application/pdf' }));
      form.set('kind', 'resale');
      form.set('places', 'US-OH');
      return { path: '/exemptions', body: form };
    },
    outcome: () => '422 invalid',
  },
  'PATCH /exemptions/{id}': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target, who) => ({
      path: `/exemptions/${await exemptionFor(world, target)}`,
      body: { state: may(who, 'exemptions.review') ? 'approved' : 'withdrawn', version: 1 },
    }),
    outcome: (who, target) =>
      target === 'ada' && (who === 'ada' || may(who, 'exemptions.review')) ? '200' : '404 not_found',
  },
  'DELETE /exemptions/{id}': {
    access: 'exemptions.keep',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/exemptions/${await exemptionFor(world, target)}` }),
    outcome: onlyAda('404 not_found'),
  },
  'GET /exemptions/{id}/certificate.pdf': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/exemptions/${await exemptionFor(world, target)}/certificate.pdf` }),
    outcome: (who, target) =>
      target === 'ada' && (who === 'ada' || may(who, 'exemptions.review')) ? '200' : '404 not_found',
  },
  'GET /categories': list('/categories', 'public'),
  'GET /categories/all': list('/categories/all', 'range.read'),
  'POST /categories': {
    access: 'range.keep',
    targets: ['none'],
    prepare: () => ({ path: '/categories', body: { name: `Saws ${newIdentifier()}` } }),
    outcome: () => '201',
  },
  'PATCH /categories/{id}': {
    access: 'range.keep',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/categories/${await categoryFor(world, target)}`,
      body: { name: `Files ${newIdentifier()}`, version: 1 },
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'DELETE /categories/{id}': {
    access: 'range.keep',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/categories/${await categoryFor(world, target)}` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /tools/suggest': { access: 'public', targets: ['none'], prepare: () => ({ path: '/tools/suggest?q=hammer' }) },
  'GET /tools/facets': { access: 'public', targets: ['none'], prepare: () => ({ path: '/tools/facets' }) },
  'GET /tools/{id}': {
    access: 'public',
    targets: ['ada', 'none'],
    prepare: (world, target) => ({ path: `/tools/${target === 'ada' ? world.hammer.id : NONE}` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /tools/{id}/myreview': {
    access: 'reviews.write',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/tools/${await toolFor(world, target)}/myreview` }),
  },
  'GET /inventory': list('/inventory', 'range.read'),
  'GET /inventory/{id}': {
    access: 'range.read',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/inventory/${await toolFor(world, target)}` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /tools/{id}/quantity': {
    access: 'public',
    targets: ['ada', 'none'],
    prepare: (world, target) => ({ path: `/tools/${target === 'ada' ? world.hammer.id : NONE}/quantity?quantity=10` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /tools/{id}/related': {
    access: 'public',
    targets: ['ada', 'none'],
    prepare: (world, target) => ({ path: `/tools/${target === 'ada' ? world.hammer.id : NONE}/related` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /tools/{id}/similar': {
    access: 'public',
    targets: ['ada', 'none'],
    prepare: (world, target) => ({ path: `/tools/${target === 'ada' ? world.hammer.id : NONE}/similar` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'PATCH /tools/{id}': {
    access: 'range.keep',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/tools/${await toolFor(world, target)}`,
      body: { about: 'New.', version: 1 },
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /tools/{id}/stock': {
    access: 'stock.adjust',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/tools/${await toolFor(world, target)}/stock`,
      body: { delta: 5, reason: 'received' },
    }),
    outcome: (_who, target) => (target === 'ada' ? '201' : '404 not_found'),
  },
  'GET /tools/{id}/history': {
    access: 'range.read',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/tools/${await toolFor(world, target)}/history` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /tools/{id}/archive': {
    access: 'range.keep',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/tools/${await toolFor(world, target)}/archive`, body: {} }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /tools/{id}/restore': {
    access: 'range.keep',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/tools/${await toolFor(world, target)}/restore`, body: {} }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /bulk-changes/preview': {
    access: 'range.keep',
    targets: ['ada', 'none'],
    prepare: async (world, target) => {
      const { change, tools } = await bulkBodyFor(world, target);
      return { path: '/bulk-changes/preview', body: { change, ids: tools.map(({ _id }) => _id) } };
    },
    outcome: (_who, target) => (target === 'ada' ? '200' : '422 invalid'),
  },
  'POST /bulk-changes/pictures': {
    access: 'range.keep',
    targets: ['none'],
    prepare: () => ({ path: '/bulk-changes/pictures', body: { names: ['beach.jpg'] } }),
    outcome: () => '200',
  },
  'POST /bulk-changes': {
    access: 'range.keep',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: '/bulk-changes', body: await bulkBodyFor(world, target) }),
    outcome: (_who, target) => (target === 'ada' ? '201' : '422 invalid'),
  },
  'GET /bulk-changes': list('/bulk-changes', 'range.read'),
  'GET /bulk-changes/{id}': {
    access: 'range.read',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/bulk-changes/${await bulkChangeFor(world, target)}` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /bulk-changes/{id}/undo': {
    access: 'range.keep',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/bulk-changes/${await bulkChangeFor(world, target)}/undo`, body: {} }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /blogs/{id}': {
    access: 'public',
    targets: ['ada', 'none'],
    prepare: (world, target) => ({ path: `/blogs/${target === 'ada' ? world.blogId : NONE}` }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /tools': {
    access: 'range.keep',
    targets: ['none'],
    prepare: () => ({
      path: '/tools',
      body: {
        itemName: 'Vise',
        about: 'Holds.',
        balance: 1,
        quantity: 1,
        minOrderQuantity: 1,
        picture: '/images/drawings/bench-vise.svg',
      },
    }),
    outcome: () => '201',
  },
  'GET /basket': list('/basket', 'basket.keep'),
  'PUT /basket': {
    access: 'basket.keep',
    targets: ['ada', 'none'],
    prepare: (world, target) => ({
      path: '/basket',
      body: { email: getEmail(world, target), lines: [{ toolId: world.hammer.id, quantity: 12 }] },
    }),
    outcome: onlyAda('403 not_your_email'),
  },
  'POST /basket/preview': {
    access: 'public',
    targets: ['ada', 'none'],
    prepare: (world, target) => ({
      path: '/basket/preview',
      body: { lines: [{ toolId: target === 'ada' ? world.hammer.id : NONE, quantity: 12 }] },
    }),
  },
  'POST /basket/part-numbers': {
    access: 'public',
    targets: ['none'],
    prepare: () => ({ path: '/basket/part-numbers', body: { entries: ['KT-HAM500 12'] } }),
  },
  'POST /review': {
    access: 'reviews.write',
    targets: ['ada'],
    prepare: (world) => ({
      path: '/review',
      body: { displayName: world.ada.displayName, company: 'c', designation: 'd', title: 't', rating: 5, about: 'a' },
    }),
    outcome: (who) => (who === 'ada' ? '201' : '422 invalid'),
  },
  'PUT /user/{email}': {
    access: 'identity',
    targets: ['ada', 'none'],
    prepare: (world, target) => ({
      path: `/user/${getEmail(world, target)}`,
      body: { email: getEmail(world, target) },
    }),
    outcome: () => '401 token_invalid',
  },
  'GET /admin/{email}': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: (world, target) => ({ path: `/admin/${getEmail(world, target)}` }),
    outcome: (who, target) => (may(who, 'users.read') ? '200' : onlyAda('403 not_your_email')(who, target)),
  },
  ...Object.fromEntries(
    STAFF_ROLES.flatMap((role) => [
      [`PUT /user/${role}/{email}`, roleCall(role, 'users.manage', 'customer')],
      [`DELETE /user/${role}/{email}`, roleCall(role, 'staff.manage', role)],
    ]),
  ),
  'PUT /users/{id}/owner': {
    access: 'staff.manage',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/users/${await candidateAs(world, target, { role: 'admin' })}/owner`,
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'DELETE /users/{id}/owner': {
    access: 'staff.manage',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/users/${await candidateAs(world, target, { role: 'admin', owner: true })}/owner`,
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /users/{id}/disable': {
    access: 'users.manage',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/users/${await candidateAs(world, target, {})}/disable`,
      body: { reason: 'Asked for it.' },
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /users/{id}/enable': {
    access: 'users.manage',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/users/${await candidateAs(world, target, { disabled: true })}/enable`,
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'GET /profile/{email}': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: (world, target) => ({ path: `/profile/${getEmail(world, target)}` }),
    outcome: (who, target) => (may(who, 'users.read') ? '200' : onlyAda('403 not_your_email')(who, target)),
  },
  'POST /profile': {
    access: 'signedIn',
    targets: ['ada'],
    prepare: async (world) => {
      await world.shop.sql`delete from profiles`;
      return { path: '/profile', body: { ...toProfile(world.ada), email: world.ada.email } };
    },
    outcome: onlyAda('403 not_your_email', '201'),
  },
  'PUT /update/{email}': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target, who) => {
      await world.shop.call('POST', '/profile', { token: world.ada.token, body: toProfile(world.ada) });
      return { path: `/update/${getEmail(world, target)}`, body: toProfile(world.getUser(who)) };
    },
    outcome: onlyAda('403 not_your_email'),
  },
  'DELETE /token': {
    access: 'signedIn',
    targets: ['none'],
    prepare: async ({ shop }, _target, who) => {
      if (!isStaff(who) && !['ada', 'bob', 'demoted'].includes(who)) return { path: '/token' };
      // A separate token, since the other rows still need theirs.
      const { token } = isStaff(who) ? await shop.createAdmin() : await shop.signUp();
      return { path: '/token', headers: { authorization: `Bearer ${token}` } };
    },
  },
  'GET /myorder': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: (world, target) => ({ path: `/myorder?email=${getEmail(world, target)}` }),
    outcome: onlyAda('403 not_your_email'),
  },
  'GET /payment/{id}': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/payment/${(await orderFor(world, target, 'placed')).id}` }),
    outcome: onlyAda('404 not_found'),
  },
  'POST /order': {
    access: 'orders.place',
    targets: ['ada'],
    prepare: (world) => ({ path: '/order', body: toOrderBody(world.ada, world.hammer) }),
    outcome: onlyAda('403 not_your_email', '201'),
  },
  'DELETE /order/{id}': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({ path: `/order/${(await orderFor(world, target, 'placed')).id}` }),
    outcome: (who, target) =>
      may(who, 'orders.cancel') && target === 'ada' ? '200' : onlyAda('404 not_found')(who, target),
  },
  'POST /create-payment-intent': {
    access: 'orders.place',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: '/create-payment-intent',
      body: { price: '189.00', order: (await orderFor(world, target, 'placed')).id },
    }),
    outcome: onlyAda('404 not_found'),
  },
  'PATCH /myorder/{id}': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => {
      const { id, intentId } = await orderFor(world, target, 'confirmed');
      return { path: `/myorder/${id}`, body: { order: id, transactionId: intentId } };
    },
    outcome: onlyAda('404 not_found'),
  },
  'PUT /updateStatus/{id}': {
    access: 'orders.ship',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/updateStatus/${(await orderFor(world, target, 'paid')).id}`,
      body: {},
    }),
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /purchases/{id}/shipments': {
    access: 'orders.ship',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/purchases/${(await orderFor(world, target, 'paid')).id}/shipments`,
      body: {},
    }),
    outcome: (_who, target) => (target === 'ada' ? '201' : '404 not_found'),
  },
  'GET /purchases/{id}/shipments': {
    access: 'signedIn',
    targets: ['ada', 'none'],
    prepare: async (world, target) => ({
      path: `/purchases/${(await orderFor(world, target, 'placed')).id}/shipments`,
    }),
    outcome: (who, target) =>
      may(who, 'orders.read') && target === 'ada' ? '200' : onlyAda('404 not_found')(who, target),
  },
  'POST /purchases/{id}/shipments/{shipment}/undo': {
    access: 'orders.ship',
    targets: ['ada', 'none'],
    prepare: async (world, target) => {
      const { id } = await orderFor(world, target, 'paid');
      const path = `/purchases/${id}/shipments`;
      const shipped = await world.shop.call('POST', path, { token: world.admin.token, body: {} });
      const shipment = target === 'ada' ? (shipped.body as { insertedId: string }).insertedId : NONE;
      return { path: `${path}/${shipment}/undo`, body: {} };
    },
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /shipments': {
    access: 'orders.ship',
    targets: ['ada'],
    prepare: async (world, target) => ({
      path: '/shipments',
      body: { purchases: [(await orderFor(world, target, 'paid')).id] },
    }),
  },
  'POST /payments/{id}/check': {
    access: 'payments.read',
    targets: ['ada', 'none'],
    prepare: async (world, target) => {
      const { intentId } = await orderFor(world, target, 'paid');
      const rows = await world.shop.sql`select id from payments where intent_id = ${intentId}`;
      return { path: `/payments/${rows[0]?.id ?? NONE}/check` };
    },
    outcome: (_who, target) => (target === 'ada' ? '200' : '404 not_found'),
  },
  'POST /webhooks/stripe': {
    access: 'signature',
    targets: ['none'],
    prepare: () => ({
      path: '/webhooks/stripe',
      body: { id: 'evt_forged', type: 'payment_intent.succeeded' },
      headers: { 'stripe-signature': 't=1,v1=00' },
    }),
    outcome: () => '400 signature_invalid',
  },
  'POST /documents': {
    access: 'range.keep',
    targets: ['none'],
    prepare: async () => {
      const form = new FormData();
      form.set('document', new File([new Uint8Array(await makePdf())], 'a.pdf', { type: 'application/pdf' }));
      return { path: '/documents', body: form };
    },
    outcome: () => '201',
  },
  'POST /images': {
    access: 'signedIn',
    targets: ['none'],
    prepare: async () => {
      const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
      const form = new FormData();
      form.set('image', new File([new Uint8Array(picture)], 'a.png', { type: 'image/png' }));
      return { path: '/images', body: form };
    },
  },
};

/** The other registered routes, and why they have no row above. */
export const OTHER_ROUTES: Record<string, string> = {
  'GET /healthz': 'says ok to everyone',
  'GET /readyz/read': 'says whether public pages can be shown: database-outage.test.ts',
  'GET /readyz': 'says which systems are there to everyone: system-health.test.ts',
  'GET /metrics': 'the machine itself, or the metrics token: tests/integration/headers.test.ts',
  'GET /api/auth/get-session': 'one’s own session, or null',
  'GET /api/auth/token': 'one’s own session: token-exchange.test.ts',
  'GET /api/auth/jwks': 'public keys',
  'GET /api/auth/verify-email': 'everyone, to the page that says that such a link is too old: one-time-tokens.test.ts',
  'POST /api/auth/verify-email': 'the link of a mail: one-time-tokens.test.ts',
  'POST /api/auth/request-password-reset': 'everyone, limited: one-time-tokens.test.ts',
  'POST /api/auth/reset-password': 'the link of a mail: one-time-tokens.test.ts',
  'POST /api/auth/sign-in/social': 'everyone, limited: google.test.ts',
  'GET /api/auth/callback/google': 'the browser that was sent to Google: google.test.ts',
  'POST /api/auth/sign-up/email': 'everyone, limited: sign-in-limits.test.ts',
  'POST /api/auth/sign-in/email': 'everyone, limited: sign-in-limits.test.ts',
  'POST /api/auth/sign-out': 'one’s own session: token-exchange.test.ts',
  'POST /api/auth/send-verification-email': 'everyone, limited: sign-in-limits.test.ts',
  'POST /api/auth/change-password': 'one’s own session, limited: sign-in-limits.test.ts',
  'POST /api/auth/update-user': 'one’s own session: admins.test.ts',
  'GET /api/openapi.json': 'public',
  'GET /api/docs': 'public',
  'GET /images/:kind/:file{[a-zA-Z0-9-]+\\.svg}': 'public',
  'GET /images/:file{[A-Za-z0-9_-]+\\.webp}': 'public',
  'GET /documents/:id/:name{[a-z0-9-]+\\.pdf}': 'public: tool-documents.test.ts',
  'GET /images/og/home.png': 'public: seo.test.ts',
  'GET /images/og/blog/:file{[A-Za-z0-9]{24}\\.png}': 'public: seo.test.ts',
  'GET /images/og/tool/:file{[A-Za-z0-9]{24}\\.png}': 'public: seo.test.ts',
  'GET /robots.txt': 'public: seo.test.ts',
  'GET /sitemap.xml': 'public: seo.test.ts',
  'GET /sitemap/:part{[1-9][0-9]{0,3}\\.xml}': 'public: seo.test.ts',
  'GET /manifest.webmanifest': 'public: seo.test.ts',
  'GET /favicon.ico': 'public: seo.test.ts',
  'GET /apple-touch-icon.png': 'public: seo.test.ts',
  'GET /icons/192.png': 'public: seo.test.ts',
  'GET /icons/512.png': 'public: seo.test.ts',
  'GET /icons/maskable-512.png': 'public: seo.test.ts',
  'POST /card-sandbox/v1/payment_methods': 'the card provider’s own, with its own tests',
  'GET /card-sandbox/v1/payment_intents/:id': 'the card provider’s own, with its own tests',
  'POST /card-sandbox/v1/payment_intents/:id/confirm': 'the card provider’s own, with its own tests',
  'POST /card-sandbox/v1/payment_intents/:id/challenge': 'the card provider’s own, with its own tests',
};
