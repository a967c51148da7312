import { data } from 'react-router';
import { site } from '#src/shared/site-messages.ts';
import { NotFoundPage } from '#src/shared/ui/error-page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/not-found';

export function loader() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = () => pageMeta({ title: site.notFound.title });

export default NotFoundPage;
