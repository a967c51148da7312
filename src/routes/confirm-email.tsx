import { useEffect } from 'react';
import { data, Form, useNavigation } from 'react-router';
import { confirmAddress } from '#src/features/identity/account.server.ts';
import { readLink } from '#src/features/identity/links.server.ts';
import { IDENTITY_DRAWING, identityTexts } from '#src/features/identity/messages.ts';
import { signInPath } from '#src/features/identity/ui/return-path.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { isAddressConfirmed } from '#src/features/identity/ui/session-store.ts';
import { pageShop } from '#src/platform/page-context.ts';
import { messages } from '#src/shared/messages.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/confirm-email';

const texts = identityTexts.confirm;

/** Opening the link shows a button; only that confirms: programs that look through mails open links, too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const state = await readLink(context.get(pageShop).db, 'confirm', params.token);
  return data({ state }, { status: state === 'unknown' ? 404 : 200 });
}

export async function action({ params, context }: Route.ActionArgs) {
  const fault = await confirmAddress(context.get(pageShop).db, params.token);
  return { done: fault === null };
}

/** Whoever reads the address of this page could confirm with it. */
export const headers = () => ({ 'referrer-policy': 'same-origin' });

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const state = loaderData?.state ?? 'unknown';
  return pageMeta({ title: state === 'open' ? texts.title : texts[state].title });
};

export default function ConfirmEmail({ loaderData: { state }, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST';
  const { user } = useSession();
  const done = actionData?.done === true;
  useEffect(() => {
    if (done) void isAddressConfirmed();
  }, [done]);
  if (done || state === 'used') {
    return (
      <Page {...(done ? texts.done : texts.used)} width="form" drawing={IDENTITY_DRAWING}>
        <div className="flex flex-wrap gap-4">
          {user ? null : <ButtonLink to="/signIn">{messages.nav.signIn}</ButtonLink>}
          <ButtonLink to="/home" variant={user ? 'primary' : 'secondary'}>
            {identityTexts.home}
          </ButtonLink>
        </div>
      </Page>
    );
  }
  if (state !== 'open') {
    return (
      <Page {...texts[state]} width="form" drawing={IDENTITY_DRAWING}>
        <ButtonLink to={signInPath('/dashboard')}>{messages.nav.signIn}</ButtonLink>
      </Page>
    );
  }
  return (
    <Page title={texts.title} text={texts.open.text} width="form" drawing={IDENTITY_DRAWING}>
      <Form method="post" replace>
        <Button type="submit" pending={pending} className="w-full sm:w-auto">
          {texts.open.button}
        </Button>
      </Form>
    </Page>
  );
}
