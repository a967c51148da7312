import { data, redirect } from 'react-router';
import { getSubscriptionTokenState } from '#src/features/newsletter/subscription-tokens.server.ts';
import { SubscriptionLinkPage, subscriptionLinkTitle } from '#src/features/newsletter/ui/subscription-link-page.tsx';
import { unsubscribe } from '#src/flows/newsletter/manage-subscriptions.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/newsletter-unsubscribe';

/** Opening the link only shows a button, since mail scanners open links, too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const state = await getSubscriptionTokenState(context.get(pageContext).db, 'leave', params.token);
  return data({ state }, { status: state === 'unknown' ? 404 : 200 });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => null);
  const done = await unsubscribe(context.get(pageContext), params.token);
  // Otherwise the page is rendered again with the state of the link. A one-click unsubscribe (RFC 8058) gets no redirect.
  return done && !form?.has('List-Unsubscribe') ? redirect('/newsletter/left', 303) : null;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: subscriptionLinkTitle('leave', loaderData?.state ?? 'unknown') }, matches);

export default function NewsletterUnsubscribe({ loaderData: { state } }: Route.ComponentProps) {
  return <SubscriptionLinkPage purpose="leave" state={state} />;
}
