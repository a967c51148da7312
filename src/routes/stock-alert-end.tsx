import { data, redirect } from 'react-router';
import { countOtherAlerts, getLinkedAlert } from '#src/features/stock-alerts/alert-tokens.server.ts';
import { STOCK_ALERT_DRAWING, stockAlertCopy } from '#src/features/stock-alerts/copy.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { endStockAlerts } from '#src/flows/stock-alerts/manage-stock-alerts.server.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { EmailLinkPage } from '#src/shared/ui/email-link-page.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/stock-alert-end';

const { end: copy, toTools } = stockAlertCopy;
const THIS = { name: 'scope', value: 'this' };
const ALL = { name: 'scope', value: 'all' };

/** Opening the link only shows a button, since mail scanners open links, too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(pageContext);
  const alert = await getLinkedAlert(db, 'leave', params.token);
  if (!alert) return data({ state: 'unknown' as const, itemName: '', others: 0 }, { status: 404 });
  const { itemName, state } = alert;
  return data({
    state: state === 'open' ? state : ('used' as const),
    itemName,
    others: await countOtherAlerts(db, alert),
  });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => null);
  const scope = form?.get('scope');
  const chosen = scope === 'this' || scope === 'all' ? scope : null;
  const done = await endStockAlerts(context.get(pageContext), params.token, chosen);
  // A one-click unsubscribe (RFC 8058) chooses nothing, and gets no redirect.
  return done && !form?.has('List-Unsubscribe') ? redirect('/alerts/ended', 303) : null;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const state = loaderData?.state ?? 'unknown';
  return pageMeta({ title: state === 'open' || loaderData?.others ? copy.title : copy[state].title }, matches);
};

export default function StockAlertEnd({ loaderData: { state, itemName, others } }: Route.ComponentProps) {
  const drawing = STOCK_ALERT_DRAWING;
  if (state === 'open') {
    const other = others > 0 ? { ...ALL, button: copy.all(others + 1) } : undefined;
    return (
      <EmailLinkPage
        title={copy.title}
        text={copy.open(itemName)}
        button={copy.button}
        sends={THIS}
        drawing={drawing}
        other={other}
      />
    );
  }
  if (others > 0) return <EmailLinkPage {...copy.others(others)} sends={ALL} drawing={drawing} />;
  return (
    <Page {...copy[state]} width="form" drawing={drawing}>
      <ButtonLink to="/tools">{toTools}</ButtonLink>
    </Page>
  );
}
