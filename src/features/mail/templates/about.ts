import type { LetterData } from '../letters.ts';

/** What a template is given: what its letter is about, and the shop's address for the links every letter has. */
export type About<K extends keyof LetterData> = LetterData[K] & { publicUrl: string };

/** Why somebody gets a letter that anybody could have caused by typing their address. */
export const TYPED = 'You get this e-mail because somebody entered this address at Ironmonger.';
