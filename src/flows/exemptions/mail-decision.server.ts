import { eq } from 'drizzle-orm';
import { namePlaces } from '#src/features/exemptions/copy.ts';
import type { ExemptionRow } from '#src/features/exemptions/queries.server.ts';
import { formatDay, nameCertificate } from '#src/features/exemptions/rules.ts';
import { users } from '#src/features/identity/tables.server.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Tx } from '#src/platform/database.server.ts';

/** Tells the owner of a certificate that it was approved or rejected. */
export const createDecisionMail =
  (context: Pick<AppContext, 'initialMailState' | 'notify' | 'getCompany'>) =>
  async (tx: Tx, row: ExemptionRow): Promise<void> => {
    const [owner] = await tx
      .select({ email: users.email, disabledAt: users.disabledAt })
      .from(users)
      .where(eq(users.id, row.userId));
    if (!owner || owner.disabledAt) return;
    const isApproved = row.state === 'approved';
    await queueMail(tx, context, {
      kind: 'exemption_decided',
      recipient: owner.email,
      data: {
        certificate: nameCertificate(row),
        isApproved,
        places: namePlaces(row.places),
        ...(isApproved && row.validUntil ? { until: formatDay(row.validUntil) } : {}),
        ...(isApproved ? {} : { reason: row.reason }),
      },
    });
  };
