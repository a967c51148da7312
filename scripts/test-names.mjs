// @ts-check

/**
 * Converts a command line for Playwright: names of test files first, then options. Playwright searches the whole path for
 * a name, so `import` would select every test below a folder with that name. Several names select all their files.
 * @param {readonly string[]} words
 */
export function toPlaywrightWords(words) {
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  const names = firstOption === -1 ? words : words.slice(0, firstOption);
  return [...names.map(toFilter), ...words.slice(names.length)];
}

/** @param {string} name */
function toFilter(name) {
  const line = /(?::\d+){1,2}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, name.length - line.length)}[^\\\\/]*$${line}`;
}
