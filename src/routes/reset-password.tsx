import { data } from 'react-router';
import { getAccountTokenState } from '#src/features/identity/account-tokens.server.ts';
import { newPasswordFormSchema } from '#src/features/identity/contract.ts';
import { IDENTITY_ILLUSTRATION, identityCopy } from '#src/features/identity/copy.ts';
import { NewPasswordForm } from '#src/features/identity/ui/new-password-form.tsx';
import { resetForgottenPassword } from '#src/flows/accounts/reset-forgotten-password.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { handleForm, secretFormHeaders } from '#src/flows/page-form.server.ts';
import { submitForm } from '#src/shared/form-result.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/reset-password';

const pageCopy = identityCopy.reset;

/** Opening the link changes nothing, since mail scanners open links, too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(pageContext);
  // With a hosted identity service, the shop has no passwords.
  const state =
    settings.identity.kind === 'embedded' ? await getAccountTokenState(db, 'reset', params.token) : 'unknown';
  return data({ state }, { status: state === 'unknown' ? 404 : 200 });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { db, limits, identity } = context.get(pageContext);
  if (!identity) return null;
  let failed = false;
  let cookie: string | null = null;
  const { headers } = request;
  const result = await handleForm(
    { request, context },
    {
      schema: newPasswordFormSchema,
      fields: ['newPassword'],
      limit: 'signInAddress',
      store: async ({ newPassword }) => {
        const input = { token: params.token, newPassword };
        const done = await resetForgottenPassword({ db, limits, identity }, headers, input);
        if (done.failure === null) cookie = done.cookie;
        else failed = true;
      },
      redirectTo: '/passwordChanged',
    },
  );
  // The page is rendered again with the state of the link.
  if (failed) return null;
  if (result instanceof Response) {
    if (cookie) result.headers.append('set-cookie', cookie);
    return result;
  }
  // A password is never sent back in a page.
  result.data.values = {};
  return result;
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction);
}

export const headers = secretFormHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const state = loaderData?.state ?? 'unknown';
  return pageMeta({ title: state === 'open' ? pageCopy.title : pageCopy[state].title }, matches);
};

export default function ResetPassword({ loaderData: { state }, actionData }: Route.ComponentProps) {
  if (state !== 'open') {
    return (
      <Page {...pageCopy[state]} width="form" drawing={IDENTITY_ILLUSTRATION}>
        <ButtonLink to="/forgotPassword">{pageCopy.again}</ButtonLink>
      </Page>
    );
  }
  return (
    <Page title={pageCopy.title} text={pageCopy.text} width="form" drawing={IDENTITY_ILLUSTRATION}>
      <NewPasswordForm result={actionData ?? undefined} />
    </Page>
  );
}
