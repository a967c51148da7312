import { data, redirect } from 'react-router';
import { readLink } from '#src/features/newsletter/links.server.ts';
import { LinkPage, linkTitle } from '#src/features/newsletter/ui/link-page.tsx';
import { leaveNewsletter } from '#src/flows/keep-newsletter-list.server.ts';
import { pageShop } from '#src/platform/page-context.ts';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/newsletter-leave';

/** Opening the link shows a button; only that leaves. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const state = await readLink(context.get(pageShop).db, 'leave', params.token);
  return data({ state }, { status: state === 'unknown' ? 404 : 200 });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const posted = await request.formData().catch(() => null);
  const done = await leaveNewsletter(context.get(pageShop), params.token);
  // Otherwise the page says what became of the link. A mail program that leaves for its reader (RFC 8058) is led nowhere.
  return done && !posted?.has('List-Unsubscribe') ? redirect('/newsletter/left', 303) : null;
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({ title: linkTitle('leave', loaderData?.state ?? 'unknown') });

export default function NewsletterLeave({ loaderData: { state } }: Route.ComponentProps) {
  return <LinkPage purpose="leave" state={state} />;
}
