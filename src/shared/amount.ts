import * as z from 'zod';
import { trimmedText } from './bounded-schemas.ts';

const SENTENCE = 'Please send the total as a decimal number, such as 189.00.';

/** A total as clients send it: a number or a decimal string. `decimalToCents` reads it. */
export const amountSchema = z.union([trimmedText(20, SENTENCE), z.number()], { error: SENTENCE });
