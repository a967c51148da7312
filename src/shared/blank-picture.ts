/** The drawing of an empty sheet, which stands for a picture that a tool does not have yet. */
export const BLANK_PICTURE = '/images/marks/blank-sheet.svg';
