/**
 * A queue of waiting items in which clients take turns, and within each client its members. An office is a client, and
 * each of its people is a member: neither a busy office nor a busy colleague keeps others waiting.
 */
export interface Turns<T> {
  add(client: string, member: string, item: T): void;
  /**
   * Removes and returns the item whose turn it is, among clients for which `mayHave` is true; null if there is none.
   */
  take(mayHave: (client: string) => boolean): T | null;
  /** Removes and returns the items of a client that match. */
  remove(client: string, isMeant: (item: T) => boolean): T[];
  readonly size: number;
}

export function createTurns<T>(): Turns<T> {
  /** The first client is next, with the first item of its first member. */
  const clients = new Map<string, Map<string, T[]>>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(client, member, item) {
      const members = clients.get(client) ?? new Map<string, T[]>();
      clients.set(client, members);
      const items = members.get(member);
      if (items) items.push(item);
      else members.set(member, [item]);
      size += 1;
    },
    take(mayHave) {
      for (const [client, members] of clients) {
        if (!mayHave(client)) continue;
        const [first] = members;
        const item = first?.[1].shift();
        if (!first || item === undefined) continue;
        // Moves it to the end of its map: all others come before its next item.
        members.delete(first[0]);
        if (first[1].length > 0) members.set(...first);
        clients.delete(client);
        if (members.size > 0) clients.set(client, members);
        size -= 1;
        return item;
      }
      return null;
    },
    remove(client, isMeant) {
      const removed: T[] = [];
      const members = clients.get(client) ?? new Map<string, T[]>();
      for (const [member, items] of members) {
        const kept = items.filter((item) => !isMeant(item));
        removed.push(...items.filter(isMeant));
        if (kept.length > 0) members.set(member, kept);
        else members.delete(member);
      }
      if (members.size === 0) clients.delete(client);
      size -= removed.length;
      return removed;
    },
  };
}
