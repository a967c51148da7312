// @ts-check

/**
 * The words of a command line for Playwright: names of test files first, then options. Playwright would look for a name in the
 * whole path, so `import` would be every test in a folder of that name. Several names choose the files of each.
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
