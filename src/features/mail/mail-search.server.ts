import { containsFolded, foldedText } from '#src/platform/folded-search.server.ts';
import { mails } from './tables.server.ts';

export const mailText = foldedText(mails.recipient, mails.subject, mails.text, mails.purchaseId);

/** The condition for mails that contain these words. Undefined without words. */
export const mailHas = (q: string | undefined) => containsFolded(mailText, q);
