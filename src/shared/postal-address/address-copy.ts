import { getCountryName } from './country-names.ts';

const withArticle = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** The name within a sentence: 'ZIP code' keeps its capitals, 'Postcode' does not. */
const inSentence = (name: string) => (/^(Eircode|[A-Z]{2})/.test(name) ? name : name.toLowerCase());

const orNothing = ', or leave this blank.';

/** What is wrong with a field of an address, and what its country expects. */
export const addressErrors = {
  country: 'Please choose a country.',
  name: 'Please enter the recipient: a person or a department.',
  line1: 'Please enter a street address or P.O. box.',
  missing: (name: string) => `Please enter ${withArticle(inSentence(name))}.`,
  choose: (name: string, country: string) =>
    `Please choose ${withArticle(inSentence(name))} in ${withThe(getCountryName(country))}.`,
  postalCode: (
    name: string,
    { country, example, required }: { country: string; example: string | null; required: boolean },
  ) =>
    example
      ? `Please enter ${withArticle(inSentence(name))} such as ${example}${required ? '.' : orNothing}`
      : `Please enter ${withArticle(inSentence(name))} used in ${withThe(getCountryName(country))}${required ? '.' : orNothing}`,
  vatId: (name: string, example: string | null) =>
    example
      ? `This ${name} is not valid. Please enter one such as ${example}${orNothing}`
      : `Please enter ${withArticle(name)} with 4 to 20 letters and digits${orNothing}`,
} as const;

const withThe = (name: string) =>
  /^(United|Falkland|Faroe|Cayman|Northern Mariana|Marshall|U\.S\.|Turks)/.test(name) ? `the ${name}` : name;
