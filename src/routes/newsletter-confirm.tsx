import { data, redirect } from 'react-router';
import { readLink } from '#src/features/newsletter/links.server.ts';
import { LinkPage, linkTitle } from '#src/features/newsletter/ui/link-page.tsx';
import { confirmSubscription } from '#src/flows/keep-newsletter-list.server.ts';
import { pageShop } from '#src/platform/page-context.ts';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/newsletter-confirm';

/** Opening the link shows a button; only that confirms. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const state = await readLink(context.get(pageShop).db, 'confirm', params.token);
  return data({ state }, { status: state === 'unknown' ? 404 : 200 });
}

export async function action({ params, context }: Route.ActionArgs) {
  const done = await confirmSubscription(context.get(pageShop), params.token);
  // Otherwise the page says what became of the link.
  return done ? redirect('/newsletter/confirmed', 303) : null;
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({ title: linkTitle('confirm', loaderData?.state ?? 'unknown') });

export default function NewsletterConfirm({ loaderData: { state } }: Route.ComponentProps) {
  return <LinkPage purpose="confirm" state={state} />;
}
