import { invalidParam, type StripeResult, stripeOk } from './stripe-error.server.ts';

export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

/** A tax calculation of a hundred lines has five hundred. */
const MAX_PAIRS = 600;
const MAX_DEPTH = 5;
const NAME = /^([^[\]]{1,64})((?:\[[^[\]]{0,64}\])*)$/;

type Branch = Map<string, string | Branch>;

/**
 * Reads Stripe's nested form encoding: `metadata[order]=1`, `expand[]=a`, `expand[0]=a`.
 * Maps while reading, so that a key such as `__proto__` is data and nothing else.
 */
export function parseForm(text: string): StripeResult<Form> {
  const root: Branch = new Map();
  let pairs = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    pairs += 1;
    const path = pairs <= MAX_PAIRS ? splitName(name) : null;
    if (!path || !put(root, path, value)) {
      const shown = name.slice(0, 100);
      return invalidParam(shown, `Invalid request: the parameter ${shown} cannot be read.`);
    }
  }
  return stripeOk(toForm(root));
}

function splitName(name: string): string[] | null {
  const [, head, tail] = NAME.exec(name.slice(0, 500)) ?? [];
  if (head === undefined || tail === undefined) return null;
  const path = [head, ...(tail === '' ? [] : tail.slice(1, -1).split(']['))];
  return path.length > MAX_DEPTH ? null : path;
}

function put(root: Branch, path: string[], value: string): boolean {
  let branch = root;
  for (const [at, part] of path.entries()) {
    const key = part === '' ? String(branch.size) : part;
    if (at === path.length - 1) {
      if (branch.has(key)) return false;
      branch.set(key, value);
      return true;
    }
    const next = branch.get(key) ?? new Map();
    if (typeof next === 'string') return false;
    branch.set(key, next);
    branch = next;
  }
  return false;
}

function toForm(branch: Branch): Form {
  return Object.fromEntries([...branch].map(([key, value]) => [key, toValue(value)]));
}

function toValue(value: string | Branch): FormValue {
  if (typeof value === 'string') return value;
  const isList = [...value.keys()].every((key, at) => key === String(at));
  return isList ? [...value.values()].map(toValue) : toForm(value);
}
