import { trimmedText } from '../bounded-schemas.ts';
import { findCountryCode } from './countries.ts';
import { findRegionCode } from './regions.ts';

/** Texts with commas between, each stored as what `find` makes of it, or told by `refuse`. */
const listSchema = (find: (name: string) => string | null, refuse: (name: string) => string) =>
  trimmedText(2_000).transform((text, context) => {
    const codes = new Set<string>();
    for (const name of text.split(/[,;\n]/).map((one) => one.trim())) {
      if (name === '') continue;
      const code = find(name);
      if (code) codes.add(code);
      else context.addIssue({ code: 'custom', message: refuse(name) });
    }
    return [...codes].join(', ');
  });

/** Countries by name or code, separated by commas. Stored as codes, such as 'DE, AT'. */
export const countriesSchema = listSchema(
  findCountryCode,
  (name) => `There is no country “${name}”. Please use names or codes such as DE.`,
);

/** The same with regions of countries whose addresses have them: 'US-HI', or 'us-Hawaii'. Stored as 'CH, US-HI'. */
export const regionsSchema = listSchema(
  (name) => findCountryCode(name) ?? findRegion(name),
  (name) => `There is no country or region “${name}”. Please use names or codes such as DE or US-HI.`,
);

function findRegion(name: string): string | null {
  const [country = '', ...region] = name.split('-');
  const code = findRegionCode(country.trim().toUpperCase(), region.join('-').trim());
  return code && `${country.trim().toUpperCase()}-${code}`;
}
