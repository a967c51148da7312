import * as z from 'zod';
import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_SUBJECTS } from '#src/shared/audit-actions.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';

const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable();

export const auditEventSchema = z
  .object({
    _id: z.string(),
    createdAt: z.string(),
    actor: z
      .enum(AUDIT_ACTORS)
      .meta({ description: '`shop`: the shop by itself. `console`: somebody at the console of the machine.' }),
    actorEmail: z.string().nullable(),
    actorRole: z.string().nullable().meta({ description: 'The role at that time.' }),
    action: z.enum(AUDIT_ACTIONS),
    subject: z.enum(AUDIT_SUBJECTS),
    subjectId: z.string(),
    subjectName: z.string(),
    before: valuesSchema,
    after: valuesSchema.meta({ description: 'Only what changed.' }),
    address: z.string().nullable().meta({ description: 'The client’s network address; erased after 90 days.' }),
  })
  .meta({ id: 'AuditEvent' });

export type AuditEvent = z.infer<typeof auditEventSchema>;

/** The query of the audit log. `state` is the kind of thing that was changed. */
export const auditQuerySchema = listQuerySchema({
  sorts: ['created'],
  states: AUDIT_SUBJECTS,
  searches:
    'the actor’s email address, or the name or id of what was changed. Events of orders are found only by a complete ' +
    'address or id. A day (2026-11-22), a month (2026-11) or a span (2026-11-01..2026-11-22) of the shop’s time zone narrows the time',
});

export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** The part of the query that an export uses: the filters, not the page. */
export const auditExportSchema = z.object({ q: auditQuerySchema.shape.q, state: auditQuerySchema.shape.state });

export type AuditExport = z.infer<typeof auditExportSchema>;

/** A signed URL of an export, valid for a minute. */
export const auditExportUrlSchema = z.object({ address: z.string() }).meta({ id: 'AuditExport' });
