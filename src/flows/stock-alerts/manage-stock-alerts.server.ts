import { getTool } from '#src/features/catalogue/tool/service.server.ts';
import { mayAnswerForm } from '#src/features/mail/automatic-mails.server.ts';
import { deleteMails, queueMails } from '#src/features/mail/outbox.server.ts';
import { addAlertLinks, alertLinks, getLinkedAlert } from '#src/features/stock-alerts/alert-tokens.server.ts';
import {
  confirmAlert,
  deleteExpiredAlerts,
  endAlerts,
  hasMostAlerts,
  lockAlertsOf,
  upsertAlert,
} from '#src/features/stock-alerts/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { createConsentToken } from '#src/platform/consent-tokens.server.ts';

type AlertContext = Pick<AppContext, 'db' | 'publicUrl' | 'limits' | 'initialMailState' | 'notify' | 'getCompany'>;

/**
 * Mails an address a link that confirms its alert for a tool. The caller does not learn whether the address was known.
 * An address that is already waiting for the tool, or for as many as it may, gets no mail.
 */
export async function requestStockAlert(
  context: AlertContext,
  { toolId, email }: { toolId: string; email: string },
  clientAddress: string,
): Promise<void> {
  const { db, publicUrl, limits } = context;
  const tool = await getTool(db, toolId);
  if (!tool.ok || !(await mayAnswerForm(limits, 'stock_alert', { email, clientAddress }))) return;
  const { itemName } = tool.value;
  await db.transaction(async (tx) => {
    await lockAlertsOf(tx, email);
    if (await hasMostAlerts(tx, email)) return;
    const { id: alertId, confirmed } = await upsertAlert(tx, { toolId, email });
    if (confirmed) return;
    const [confirm, leave] = [createConsentToken('confirm'), createConsentToken('leave')];
    const data = {
      itemName,
      confirmUrl: `${publicUrl}/alerts/confirm/${confirm.token}`,
      leaveUrl: getEndUrl(publicUrl, leave.token),
    };
    const mailIds = await queueMails(tx, context, [{ kind: 'stock_alert_confirm', data, recipient: email }]);
    await addAlertLinks(
      tx,
      mailIds.flatMap((mailId) => [confirm, leave].map(({ row }) => ({ ...row, alertId, mailId }))),
    );
  });
}

/** The result of a confirmation link. `too_many` leaves it open until the address is waiting for fewer tools. */
export type AlertConfirmation = 'confirmed' | 'too_many' | 'not_open';

/** Confirms the alert of a link. If the tool is back by now, its mail is written soon after. */
export async function confirmStockAlert(
  { db, notify }: Pick<AppContext, 'db' | 'notify'>,
  token: string,
): Promise<AlertConfirmation> {
  const confirmation = await db.transaction(async (tx): Promise<AlertConfirmation> => {
    const alert = await getLinkedAlert(tx, 'confirm', token);
    if (alert?.state !== 'open') return 'not_open';
    await lockAlertsOf(tx, alert.email);
    await alertLinks.lockOwner(tx, 'confirm', token);
    if (await hasMostAlerts(tx, alert.email)) return 'too_many';
    const id = await alertLinks.consumeConfirm(tx, token);
    return id && (await confirmAlert(tx, id)) === 'confirmed' ? 'confirmed' : 'not_open';
  });
  if (confirmation === 'confirmed') notify('stock-alerts');
  return confirmation;
}

/**
 * Ends the alert of a link, or all alerts of its address. Null ends all, but only for a link in the mail that the tool
 * is back: a mail that nobody requested must not end what its reader is waiting for. Returns whether the link is known.
 */
export async function endStockAlerts(
  { db }: Pick<AppContext, 'db'>,
  token: string,
  scope: 'this' | 'all' | null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const alert = await getLinkedAlert(tx, 'leave', token);
    if (!alert) return false;
    await lockAlertsOf(tx, alert.email);
    await alertLinks.lockOwner(tx, 'leave', token);
    if (!(await alertLinks.consumeLeave(tx, token))) return false;
    await endAlerts(tx, alert, scope === 'all' || (scope === null && alert.isOfAlertMail));
    return true;
  });
}

export function getEndUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/alerts/end/${token}`;
}

const BATCH_SIZE = 500;
/** Limits a run; the next run takes the rest. */
const MAX_BATCHES = 200;

/** Deletes expired alerts with the mails about them. */
export async function deleteStaleStockAlerts({ db }: Pick<AppContext, 'db'>, stopping?: AbortSignal): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES && !stopping?.aborted; batch += 1) {
    const deleted = await db.transaction(async (tx) => {
      const expired = await deleteExpiredAlerts(tx, BATCH_SIZE);
      await deleteMails(tx, expired.mailIds);
      return expired.deleted;
    });
    total += deleted;
    if (deleted < BATCH_SIZE) break;
  }
  return total;
}
