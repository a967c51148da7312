/** In the spelling of these scripts, two invisible characters join letters or separate them. */
const JOINING_SCRIPTS = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Orya Sinh Taml Telu'.split(' ');
const JOINING = `[${JOINING_SCRIPTS.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
const isJoiner = `(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`;
/** A joiner between two emoji, which are shown as one. */
const isPictureJoiner =
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})';

/**
 * Hidden and direction-changing characters, characters that only look like blanks, and stacks of marks that reach into
 * other lines.
 */
const HIDDEN_SOURCE = `(?!${isJoiner})(?!${isPictureJoiner})(?!\\p{Variation_Selector})[\\p{Cc}\\p{Cf}\\p{Co}\\p{Noncharacter_Code_Point}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|\\p{M}{5}`;
const HIDDEN = new RegExp(HIDDEN_SOURCE, 'u');
const ALL_HIDDEN = new RegExp(HIDDEN_SOURCE, 'gu');

/** Whether people see a line as it is stored, in any alphabet. */
export function isVisible(line: string): boolean {
  return !HIDDEN.test(line);
}

/** Removes everything invisible from a line. */
export function removeHidden(line: string): string {
  let visible = line;
  // Marks that were separate before may now form a stack.
  while (!isVisible(visible)) visible = visible.replaceAll(ALL_HIDDEN, '');
  return visible;
}
