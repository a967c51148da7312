/** Adds ids to a set, or takes them out of it. Returns a new set. */
export function toggleIds(set: ReadonlySet<string>, ids: readonly string[], isIn: boolean): ReadonlySet<string> {
  const toggled = new Set(set);
  for (const id of ids) {
    if (isIn) toggled.add(id);
    else toggled.delete(id);
  }
  return toggled;
}
