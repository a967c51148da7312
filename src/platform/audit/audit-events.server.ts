import { sql } from 'drizzle-orm';
import type { Caller } from '#src/platform/caller.ts';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { AUDIT_ACTORS, AuditAction, AuditSubject } from '#src/shared/audit-actions.ts';
import { type AuditValues, auditEvents } from './tables.server.ts';

/**
 * A person with an account. `role` is the one that they had when they decided, which the shop may no longer have.
 * `clientAddress` is null if the decision is carried out later.
 */
export type Person = Pick<Caller, 'userId' | 'email'> & { role: string; clientAddress: string | null };

/** The caller of a request, or one of the actors without an account. */
export type Actor = Person | Exclude<(typeof AUDIT_ACTORS)[number], 'user'>;

export interface NewAuditEvent {
  by: Actor;
  action: AuditAction;
  /** The subject's id, and the name that people know it by. */
  id: string;
  name: string;
  /** Only what changed. Never a password, a token or card data. */
  before?: AuditValues;
  after?: AuditValues;
}

/** Records events in the transaction of the change that they report, so that neither is stored without the other. */
export async function recordAuditEvents(tx: Queryable, ...events: readonly NewAuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  if (events.length <= MAX_VALUES) return void (await tx.insert(auditEvents).values(events.map(toRow)));
  await tx.execute(sql`
    insert into ${auditEvents} (id, actor, actor_id, actor_email, actor_role, action, subject, subject_id, subject_name,
      before, after, address)
    select id, actor, "actorId", "actorEmail", "actorRole", action, subject, "subjectId", "subjectName", before, after, address
    from jsonb_to_recordset(${JSON.stringify(events.map(toRow))}::jsonb) as event (id text, actor text, "actorId" text,
      "actorEmail" text, "actorRole" text, action text, subject text, "subjectId" text, "subjectName" text, before jsonb,
      after jsonb, address text)`);
}

/**
 * For more rows than this, all values are one parameter: building a parameter per value takes longer than storing them.
 */
const MAX_VALUES = 20;

function toRow({ by, action, id, name, before, after }: NewAuditEvent): typeof auditEvents.$inferInsert {
  return {
    id: newIdentifier(),
    ...(typeof by === 'string'
      ? { actor: by }
      : {
          actor: 'user' as const,
          actorId: by.userId,
          actorEmail: by.email,
          actorRole: by.role,
          address: by.clientAddress,
        }),
    action,
    subject: action.slice(0, action.indexOf('.')) as AuditSubject,
    subjectId: id,
    subjectName: name,
    before,
    after,
  };
}

/** The table's trigger does not allow erasing earlier. */
const ADDRESS_RETENTION = '90 days';
const BATCH_SIZE = 5_000;

/** Erases client addresses that are older than 90 days, in batches of short transactions. Returns how many. */
export async function eraseOldAddresses(db: Db, stopping?: AbortSignal): Promise<number> {
  for (let erased = 0; ; ) {
    const { rowCount } = await db.execute(sql`update ${auditEvents} set address = null where id in (
      select id from ${auditEvents} where address is not null and created_at < now() - ${ADDRESS_RETENTION}::interval
      order by created_at limit ${BATCH_SIZE})`);
    erased += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH_SIZE || stopping?.aborted) return erased;
  }
}
