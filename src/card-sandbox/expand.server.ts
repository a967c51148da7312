import type { StripeObject } from './objects.server.ts';
import { getObject } from './queries.server.ts';
import type { SandboxReader } from './store.server.ts';
import { invalidParam, type StripeResult, stripeOk } from './stripe-error.server.ts';

const EXPANDABLE = ['charge', 'latest_charge', 'payment_intent', 'payment_method'];
const MAX_DEPTH = 4;

/** Replaces an id by its object, for every requested path: `latest_charge`, `data.payment_intent`, … */
export async function expandObject(
  db: SandboxReader,
  object: StripeObject,
  paths: string[],
): Promise<StripeResult<StripeObject>> {
  for (const path of paths) {
    const parts = path.split('.');
    const failure = parts.length > MAX_DEPTH || !(await expandAt(db, object, parts));
    if (failure) return invalidParam('expand[]', `This property cannot be expanded (${path}).`);
  }
  return stripeOk(object);
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
  const found = typeof value === 'string' ? await getObject(db, value) : (value as StripeObject);
  if (!found) return false;
  object[name] = found;
  return rest.length === 0 || expandAt(db, found, rest);
}
