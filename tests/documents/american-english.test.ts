import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** British spellings and words. */
const BRITISH =
  /\b(colours?|coloured|grey|behaviours?|honour(s|ed)?|favourites?|neighbours?|cent(re|red)|(milli|centi|kilo|micro)?metres?|litres?|licence|defence|cheques?|alumini(um)|mould|overmould|programmes|travelled|cancelled|cancelling|modelled|labelled|fulfil|(organ|real|recogn|normal|author|custom|summar|categor|synchron|initial|optim|minim)is(e|es|ed|ing|ation)|analyse[ds]?|pein|spanners?|whilst|amongst|learnt|towards|judgement|matt|vices?|catalogues?)\b/i;

/**
 * Spelled by others: the specification's heading, error codes and options of other software, addresses of earlier
 * versions.
 */
const ALLOWED =
  /## 8\. Error catalogue|features\/catalogue|\.\.?\/catalogue|siteCopy\.catalogue|^ {2}catalogue: \{|'[\w-]*cancelled[\w-]*'|colours: \d+|bench-vice|exploded-vice|'ball-pein-hammer'|tests\/e2e\/catalogue/;

test('texts for people are in American English', () => {
  const files = [
    ...globSync('*.md'),
    ...globSync('docs/**/*.md'),
    '.env.example',
    ...globSync('src/**/*.{ts,tsx,css}').filter((file) => !/\.test\.tsx?$/.test(file)),
  ];
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        BRITISH.test(line) && !ALLOWED.test(line) ? [`${file}:${at + 1}: ${BRITISH.exec(line)?.[0]}`] : [],
      ),
  );
  expect(found).toEqual([]);
});
