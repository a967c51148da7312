import type { EmailData } from '../mail-kinds.ts';

/** The data of an email, and the shop's URL for its links. */
export type TemplateProps<K extends keyof EmailData> = EmailData[K] & { publicUrl: string };

/** The reason shown in emails that anybody can trigger by entering an address. */
export const ADDRESS_ENTERED = (shopName: string) =>
  `You are receiving this email because someone entered this address at ${shopName}.`;
