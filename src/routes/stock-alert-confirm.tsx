import { data, redirect } from 'react-router';
import { getLinkedAlert } from '#src/features/stock-alerts/alert-tokens.server.ts';
import { STOCK_ALERT_DRAWING, stockAlertCopy } from '#src/features/stock-alerts/copy.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { confirmStockAlert } from '#src/flows/stock-alerts/manage-stock-alerts.server.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { EmailLinkPage } from '#src/shared/ui/email-link-page.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/stock-alert-confirm';

const { confirm: copy, toTool, toTools } = stockAlertCopy;

/** Opening the link only shows a button, since mail scanners open links, too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const alert = await getLinkedAlert(context.get(pageContext).db, 'confirm', params.token);
  if (!alert) return data({ state: 'unknown' as const, itemName: '', slug: null }, { status: 404 });
  const { state, itemName, slug } = alert;
  return data({ state, itemName, slug });
}

export async function action({ params, context }: Route.ActionArgs) {
  const confirmation = await confirmStockAlert(context.get(pageContext), params.token);
  if (confirmation === 'confirmed') return redirect('/alerts/confirmed', 303);
  // Otherwise the page is rendered again with the state of the link.
  return { tooMany: confirmation === 'too_many' };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const state = loaderData?.state ?? 'unknown';
  return pageMeta({ title: state === 'open' ? copy.title : copy[state].title }, matches);
};

export default function StockAlertConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const { state, itemName, slug } = loaderData;
  if (state !== 'open') {
    return (
      <Page {...copy[state]} width="form" drawing={STOCK_ALERT_DRAWING}>
        <ButtonLink to={slug ? `/tools/${slug}` : '/tools'}>{slug ? toTool : toTools}</ButtonLink>
      </Page>
    );
  }
  return (
    <EmailLinkPage
      title={copy.title}
      text={copy.open(itemName)}
      button={copy.button}
      drawing={STOCK_ALERT_DRAWING}
      error={actionData?.tooMany && <FormError>{copy.tooMany}</FormError>}
    />
  );
}
