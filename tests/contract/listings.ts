import { expect } from 'vitest';
import { type Answer, list } from './buying.ts';

/** What a listing says of itself: how many there are in all. */
export const totalOf = (answer: Answer) => Number(answer.headers.get('x-total-count'));

export const column = (answer: Answer, name: string) => list(answer).map((row) => row[name]);

export const search = (q: string) => new URLSearchParams({ q }).toString();

/** Every page of a listing, one after the other. */
export async function readAll(
  ask: (path: string) => Promise<Answer>,
  path: string,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await ask(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}&page=${page}`);
    expect(answer.status).toBe(200);
    rows.push(...list(answer));
    if (list(answer).length < limit) return rows;
    expect(page).toBeLessThan(100);
  }
}
