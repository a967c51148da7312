import type * as z from 'zod';

/** The first error of each field, as a sentence for people. Errors of the whole value are under `body`. */
export function toFieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  // Without a prototype, so that a key named 'constructor' is like any other key.
  const fields: Record<string, string> = Object.create(null);
  for (const issue of issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    for (const name of names) fields[name] ??= toSentence(issue);
  }
  return fields;
}

/** The unit of a limit for each kind of value. */
const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

/** An error as a sentence for people: the contract's own, or ours if it has none. */
function toSentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'This field is not recognized.';
  if (!/^(Invalid|Too (small|big))/.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined && /received (undefined|nonoptional)/.test(issue.message))
      return 'This field is required.';
    const kind = issue.expected === 'int' ? 'number' : issue.expected;
    return `Please send ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}.`;
  }
  if (issue.code === 'too_small') return `Please send at least ${issue.minimum}${UNITS[issue.origin] ?? ''}.`;
  if (issue.code === 'too_big') return `Please send at most ${issue.maximum}${UNITS[issue.origin] ?? ''}.`;
  if (issue.code === 'invalid_format')
    return issue.format === 'email' ? 'Please enter an email address.' : 'This format is not valid.';
  return 'This value is not valid.';
}
