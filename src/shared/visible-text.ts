/** In the spelling of these scripts, two invisible characters join letters or keep them apart. */
const JOINING_SCRIPTS = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Orya Sinh Taml Telu'.split(' ');
const JOINING = `[${JOINING_SCRIPTS.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
const isJoiner = `(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`;
/** Two pictures that are shown as one. */
const isPictureJoiner =
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})';

/** Hidden and turning characters, blanks that are none, and stacks of marks that reach into other lines. */
const HIDDEN_SOURCE = `(?!${isJoiner})(?!${isPictureJoiner})(?!\\p{Variation_Selector})[\\p{Cc}\\p{Cf}\\p{Co}\\p{Noncharacter_Code_Point}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|\\p{M}{5}`;
const HIDDEN = new RegExp(HIDDEN_SOURCE, 'u');
const ALL_HIDDEN = new RegExp(HIDDEN_SOURCE, 'gu');

/** Whether people see a line as it is stored, in every alphabet. */
export function isVisible(line: string): boolean {
  return !HIDDEN.test(line);
}

/** A line without what nobody sees in it. */
export function removeHidden(line: string): string {
  let visible = line;
  // What was apart before can be a stack of marks now.
  while (!isVisible(visible)) visible = visible.replaceAll(ALL_HIDDEN, '');
  return visible;
}
