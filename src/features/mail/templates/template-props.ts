import type { EmailData } from '../email-data.ts';

/** What a template is given: what its letter is about, and the shop's address for the links every letter has. */
export type TemplateProps<K extends keyof EmailData> = EmailData[K] & { publicUrl: string };

/** Why somebody gets a letter that anybody could have caused by typing their address. */
export const ADDRESS_ENTERED = 'You get this e-mail because somebody entered this address at Ironmonger.';
