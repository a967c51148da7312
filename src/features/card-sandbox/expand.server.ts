import type { SandboxReader } from './ledger.server.ts';
import type { StripeObject } from './objects.server.ts';
import { badParam, done, type Outcome } from './problem.server.ts';
import { findObject } from './reads.server.ts';

const EXPANDABLE = ['charge', 'latest_charge', 'payment_intent', 'payment_method'];
const MAX_DEPTH = 4;

/** Puts the object where its id stood, for every path asked for: `latest_charge`, `data.payment_intent`, … */
export async function expandObject(
  db: SandboxReader,
  object: StripeObject,
  paths: string[],
): Promise<Outcome<StripeObject>> {
  for (const path of paths) {
    const parts = path.split('.');
    const refusal = parts.length > MAX_DEPTH || !(await expandAt(db, object, parts));
    if (refusal) return badParam('expand[]', `This property cannot be expanded (${path}).`);
  }
  return done(object);
}

async function expandAt(db: SandboxReader, object: StripeObject, [name = '', ...rest]: string[]): Promise<boolean> {
  if (name === 'data' && Array.isArray(object.data) && rest.length > 0) {
    for (const item of object.data) {
      if (!(await expandAt(db, item, rest))) return false;
    }
    return true;
  }
  if (!EXPANDABLE.includes(name) || !Object.hasOwn(object, name)) return false;
  const value = object[name];
  if (value === null) return true;
  const found = typeof value === 'string' ? await findObject(db, value) : (value as StripeObject);
  if (!found) return false;
  object[name] = found;
  return rest.length === 0 || expandAt(db, found, rest);
}
