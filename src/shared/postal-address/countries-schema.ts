import { trimmedText } from '../bounded-schemas.ts';
import { findCountryCode } from './countries.ts';

/** Countries by name or code, separated by commas. Stored as codes, such as 'DE, AT'. */
export const countriesSchema = trimmedText(2_000).transform((text, context) => {
  const codes = new Set<string>();
  for (const name of text.split(/[,;\n]/).map((one) => one.trim())) {
    if (name === '') continue;
    const code = findCountryCode(name);
    if (code) codes.add(code);
    else
      context.addIssue({
        code: 'custom',
        message: `There is no country “${name}”. Please use names or codes such as DE.`,
      });
  }
  return [...codes].join(', ');
});
