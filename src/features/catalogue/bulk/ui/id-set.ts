/** The set with these ids, or without them. */
export function toggleIds(set: ReadonlySet<string>, ids: readonly string[], isIn: boolean): ReadonlySet<string> {
  const toggled = new Set(set);
  for (const id of ids) {
    if (isIn) toggled.add(id);
    else toggled.delete(id);
  }
  return toggled;
}
