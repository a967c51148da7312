import { data } from 'react-router';
import { siteCopy } from '#src/shared/site-copy.ts';
import { NotFoundPage } from '#src/shared/ui/error-page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/not-found';

export function loader() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: siteCopy.notFound.title }, matches);

export default NotFoundPage;
