import { expect } from 'vitest';
import { type ApiResponse, listBody } from './order-helpers.ts';

/** The total count from the response header. */
export const getTotalCount = (response: ApiResponse) => Number(response.headers.get('x-total-count'));

export const getColumn = (response: ApiResponse, name: string) => listBody(response).map((row) => row[name]);

export const toSearchQuery = (q: string) => new URLSearchParams({ q }).toString();

/** Fetches all pages of a list, one after the other. */
export async function fetchAllPages(
  fetchPage: (path: string) => Promise<ApiResponse>,
  path: string,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const response = await fetchPage(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}&page=${page}`);
    expect(response.status).toBe(200);
    rows.push(...listBody(response));
    if (listBody(response).length < limit) return rows;
    expect(page).toBeLessThan(100);
  }
}
