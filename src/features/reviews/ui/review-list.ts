import type { ApiResult } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';
import type { ManagedReview, ManagedReviewQuery, OwnReview } from '../contract.ts';
import { reviewCopy as copy } from '../copy.ts';

type States = [NonNullable<ManagedReviewQuery['state']>, string][];

const states = [
  ['published', copy.states.published],
  ['waiting', copy.states.waiting],
  ['taken_down', copy.states.taken_down],
] satisfies States;

/** The list of everyone's reviews, for admins. */
export const managedReviewsConfig: ListConfig = {
  path: '/reviews',
  pageSize: 25,
  nouns: ['review', 'reviews'],
  searchLabel: copy.managed.search,
  noColumnHeaders: true,
  states: [['new', copy.states.new], ...states, ['removed_user', copy.states.removed_user]] satisfies States,
  sorts: BY_AGE,
};

export const ownReviewsConfig: ListConfig = {
  path: '/myreview',
  pageSize: 10,
  nouns: ['review', 'reviews'],
  noColumnHeaders: true,
  states,
  sorts: [],
  toolbarThreshold: 5,
};

export function fetchManagedReviews(search: URLSearchParams): Promise<ApiResult<ListPage<ManagedReview>>> {
  return fetchListPage<ManagedReview>(managedReviewsConfig, search);
}

export function fetchOwnReviews(search: URLSearchParams): Promise<ApiResult<ListPage<OwnReview>>> {
  return fetchListPage<OwnReview>(ownReviewsConfig, search);
}
