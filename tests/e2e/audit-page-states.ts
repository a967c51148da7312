import type { Page } from '@playwright/test';
import type { AuditEvent } from '#src/features/audit/contract.ts';
import { signInAsAdmin } from './fixtures.ts';
import type { PageState } from './page-state.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

function event(at: number, parts: Partial<AuditEvent>): AuditEvent {
  return {
    _id: `event${at}`.padEnd(24, '0'),
    createdAt: ago(at * 95),
    actor: 'user',
    actorEmail: 'grace.hopper@ironmonger.example',
    actorRole: 'admin',
    action: 'order.shipped',
    subject: 'order',
    subjectId: `subject${at}`.padEnd(24, '0'),
    subjectName: 'Bench vise, 120 mm',
    before: { state: 'paid' },
    after: { state: 'shipped' },
    address: '198.51.100.24',
    ...parts,
  };
}

const byNobody = { actorEmail: null, actorRole: null, address: null } as const;
const byAda = { actorEmail: 'ada.smith@smith-and-daughters.example.com', actorRole: 'customer' } as const;

/** One event for each kind of actor and of change. */
const EVENTS: AuditEvent[] = [
  event(1, {}),
  event(2, {
    ...byNobody,
    actor: 'provider',
    action: 'order.paid',
    before: { state: 'placed' },
    after: { state: 'paid' },
  }),
  event(3, {
    ...byAda,
    action: 'order.placed',
    before: null,
    after: { state: 'placed', quantity: 1_200, total: '22680.00' },
    address: '2001:db8:12:3400::/56',
  }),
  event(4, {
    ...byNobody,
    actor: 'shop',
    action: 'order.expired',
    before: { state: 'placed' },
    after: { state: 'expired' },
  }),
  event(5, {
    action: 'user.disabled',
    subject: 'user',
    subjectName: 'somebody@example.com',
    before: { disabled: false },
    after: { disabled: true, reason: 'Orders with stolen cards, three times in one week.' },
    actorRole: 'owner',
  }),
  event(6, {
    action: 'setting.changed',
    subject: 'setting',
    subjectId: 'shop',
    subjectName: 'Settings',
    before: { phone: '216 555 0100', holdHours: 72 },
    after: { phone: '216 555 0199', holdHours: 48 },
    actorRole: 'owner',
  }),
  event(7, {
    ...byNobody,
    actor: 'console',
    action: 'user.owner_granted',
    subject: 'user',
    subjectName: 'grace.hopper@ironmonger.example',
    before: null,
    after: null,
  }),
];

const withEvents = (events: AuditEvent[]) => async (page: Page) => {
  await page.route('/api/audit?*', (route) =>
    route.fulfill({ json: events, headers: { 'x-total-count': String(events.length) } }),
  );
  await signInAsAdmin(page);
  return '/dashboard/audit';
};

/** The audit log with every kind of actor, and empty. */
export const AUDIT_PAGE_STATES: readonly PageState[] = [
  { name: 'audit', path: withEvents(EVENTS), heading: 'Audit log', shows: 'User removed' },
  { name: 'audit-none', path: withEvents([]), heading: 'Audit log', shows: 'Nothing recorded yet' },
];
