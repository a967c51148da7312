import { useEffect } from 'react';
import { data } from 'react-router';
import * as z from 'zod';
import { confirmFormSchema } from '#src/features/identity/contract.ts';
import { IDENTITY_ILLUSTRATION, identityCopy } from '#src/features/identity/copy.ts';
import { CHOOSE_FIELD, ConfirmForm } from '#src/features/identity/ui/confirm-form.tsx';
import { signInPath } from '#src/features/identity/ui/return-path.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { adoptSession, isEmailConfirmed } from '#src/features/identity/ui/session-actions.ts';
import {
  type ConfirmationResult,
  confirmAddress,
  readAddressConfirmation,
  signInAfterLink,
} from '#src/flows/accounts/confirm-address.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { handleForm, secretFormHeaders } from '#src/flows/page-form.server.ts';
import { getRetrySentence } from '#src/platform/api-responses.server.ts';
import { copy } from '#src/shared/copy.ts';
import { type FormResult, submitForm } from '#src/shared/form-result.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/confirm-email';

const pageCopy = identityCopy.confirm;

/** The result of the form, and what happened to the link. */
interface ConfirmResult extends FormResult {
  became?: 'done' | 'used' | 'expired' | 'unknown';
  /** The password has signed this browser in. */
  signedIn?: boolean;
  /** The password did not match. The next one becomes the new password. */
  choose?: boolean;
}

/** Opening the link only shows a form, since mail scanners open links, too. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, limits, identity } = context.get(pageContext);
  // With a hosted identity service, the embedded one has nothing to confirm.
  const { state, asksPassword } = identity
    ? await readAddressConfirmation({ db, limits, identity }, request.headers, params.token)
    : ({ state: 'unknown', asksPassword: false } as const);
  return data({ state, asksPassword }, { status: state === 'unknown' ? 404 : 200 });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { db, limits, identity } = context.get(pageContext);
  const emptyResult: ConfirmResult = { stored: false, values: {}, errors: {}, formError: null };
  if (!identity) return data<ConfirmResult>({ ...emptyResult, became: 'unknown' });
  const linkContext = { db, limits, identity };
  const { headers } = request;
  const link = await readAddressConfirmation(linkContext, headers, params.token);
  if (link.state !== 'open') return data<ConfirmResult>({ ...emptyResult, became: link.state });
  const { asksPassword } = link;
  const choose = asksPassword && (await isChoosing(request));
  let typed: string | undefined;
  let outcome: ConfirmationResult | undefined;
  const result = await handleForm<{ password?: string }>(
    { request, context },
    {
      schema: asksPassword ? confirmFormSchema : z.object({}),
      fields: asksPassword ? ['password'] : [],
      limit: 'signInAddress',
      redirectTo: '/',
      store: async ({ password }, clientAddress) => {
        typed = password;
        const input = { token: params.token, ...(choose ? { newPassword: password } : { password }) };
        outcome = await confirmAddress(linkContext, { headers, clientAddress }, input);
      },
    },
  );
  // A password is never sent back in a page.
  if (!(result instanceof Response))
    return data<ConfirmResult>({ ...result.data, values: {}, choose }, result.init ?? undefined);
  if (outcome && 'retryAfter' in outcome) {
    const { retryAfter } = outcome;
    const formError = getRetrySentence(retryAfter);
    return data<ConfirmResult>(
      { ...emptyResult, formError, choose },
      { status: 429, headers: { 'retry-after': String(retryAfter) } },
    );
  }
  const error = outcome?.error;
  if (error === 'password_missing' || error === 'password_other')
    return data<ConfirmResult>(
      { ...emptyResult, errors: { password: pageCopy.passwords[error] }, choose: true },
      { status: 422 },
    );
  if (error !== null) return data<ConfirmResult>({ ...emptyResult, became: error ?? 'unknown' });
  const cookies = typed ? await signInAfterLink(linkContext, headers, { email: link.email, password: typed }) : [];
  const signedIn = cookies.length > 0;
  const setCookies = cookies.map((line): [string, string] => ['set-cookie', line]);
  return data<ConfirmResult>({ ...emptyResult, became: 'done', signedIn }, { headers: setCookies });
}

/** Whether the typed password is to become the account's. */
async function isChoosing(request: Request): Promise<boolean> {
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  return form?.get(CHOOSE_FIELD) === 'yes';
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction) as Promise<ConfirmResult>;
}

export const headers = secretFormHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const state = loaderData?.state ?? 'unknown';
  return pageMeta({ title: state === 'open' ? pageCopy.title : pageCopy[state].title }, matches);
};

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { user } = useSession();
  const { asksPassword } = loaderData;
  const state = actionData?.became ?? loaderData.state;
  const done = state === 'done';
  const signedIn = actionData?.signedIn === true;
  useEffect(() => {
    if (signedIn) adoptSession();
    else if (done) void isEmailConfirmed();
  }, [done, signedIn]);
  if (state === 'done' || state === 'used') {
    const text = signedIn ? pageCopy.done.signedIn : pageCopy[state].text;
    return (
      <Page title={pageCopy[state].title} text={text} width="form" drawing={IDENTITY_ILLUSTRATION}>
        <div className="flex flex-wrap gap-4">
          {user || signedIn ? null : <ButtonLink to="/signIn">{copy.nav.signIn}</ButtonLink>}
          <ButtonLink to="/home" variant={user || signedIn ? 'primary' : 'secondary'}>
            {identityCopy.home}
          </ButtonLink>
        </div>
      </Page>
    );
  }
  if (state !== 'open') {
    return (
      <Page {...pageCopy[state]} width="form" drawing={IDENTITY_ILLUSTRATION}>
        <ButtonLink to={signInPath('/dashboard')}>{copy.nav.signIn}</ButtonLink>
      </Page>
    );
  }
  const text = asksPassword ? pageCopy.asking.text : pageCopy.open.text;
  return (
    <Page title={pageCopy.title} text={text} width="form" drawing={IDENTITY_ILLUSTRATION}>
      <ConfirmForm result={actionData} asksPassword={asksPassword} choose={actionData?.choose === true} />
    </Page>
  );
}
