import { eq } from 'drizzle-orm';
import type { ExemptionRow } from '#src/features/exemptions/queries.server.ts';
import { CERTIFICATE_KINDS, formatDay } from '#src/features/exemptions/rules.ts';
import { users } from '#src/features/identity/tables.server.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { getCountryName } from '#src/shared/postal-address/country-names.ts';

/**
 * Tells the owner of a certificate that it was approved or rejected, in no words that they have typed. An address that
 * nobody confirmed gets no mail: it may be somebody else's.
 */
export const createDecisionMail =
  (context: Pick<AppContext, 'initialMailState' | 'notify' | 'getCompany'>) =>
  async (tx: Tx, row: ExemptionRow): Promise<void> => {
    const [owner] = await tx
      .select({ email: users.email, confirmed: users.emailConfirmed, disabledAt: users.disabledAt })
      .from(users)
      .where(eq(users.id, row.userId));
    if (!owner?.confirmed || owner.disabledAt) return;
    const isApproved = row.state === 'approved';
    await queueMail(tx, context, {
      kind: 'exemption_decided',
      recipient: owner.email,
      data: {
        certificate: CERTIFICATE_KINDS[row.kind],
        isApproved,
        countries: [...new Set(row.places.map(({ country }) => country))].map(getCountryName).join(', '),
        ...(isApproved && row.validUntil ? { until: formatDay(row.validUntil) } : {}),
        ...(isApproved ? {} : { reason: row.reason }),
      },
    });
  };
