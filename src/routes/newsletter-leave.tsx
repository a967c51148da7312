import { data, redirect } from 'react-router';
import { getSubscriptionTokenState } from '#src/features/newsletter/subscription-tokens.server.ts';
import { SubscriptionLinkPage, subscriptionLinkTitle } from '#src/features/newsletter/ui/subscription-link-page.tsx';
import { unsubscribe } from '#src/flows/newsletter/manage-subscriptions.server.ts';
import { pageContext } from '#src/platform/page-context.ts';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/newsletter-leave';

/** Opening the link shows a button; only that leaves. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const state = await getSubscriptionTokenState(context.get(pageContext).db, 'leave', params.token);
  return data({ state }, { status: state === 'unknown' ? 404 : 200 });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const posted = await request.formData().catch(() => null);
  const done = await unsubscribe(context.get(pageContext), params.token);
  // Otherwise the page says what became of the link. A mail program that leaves for its reader (RFC 8058) is led nowhere.
  return done && !posted?.has('List-Unsubscribe') ? redirect('/newsletter/left', 303) : null;
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({ title: subscriptionLinkTitle('leave', loaderData?.state ?? 'unknown') });

export default function NewsletterLeave({ loaderData: { state } }: Route.ComponentProps) {
  return <SubscriptionLinkPage purpose="leave" state={state} />;
}
