import { useEffect } from 'react';
import { data } from 'react-router';
import * as z from 'zod';
import { type ConfirmationError, confirmEmail } from '#src/features/identity/account.server.ts';
import { getConfirmation } from '#src/features/identity/confirmation.server.ts';
import { confirmFormSchema } from '#src/features/identity/contract.ts';
import { IDENTITY_ILLUSTRATION, identityCopy } from '#src/features/identity/copy.ts';
import { CHOOSE_FIELD, ConfirmForm } from '#src/features/identity/ui/confirm-form.tsx';
import { signInPath } from '#src/features/identity/ui/return-path.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { isEmailConfirmed } from '#src/features/identity/ui/session-actions.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { handleForm, secretFormHeaders } from '#src/flows/page-form.server.ts';
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
  /** The password did not match. The next one is taken as a new password. */
  choose?: boolean;
}

/** With a hosted identity service, the embedded one has nothing to confirm. */
async function readLink(context: Route.LoaderArgs['context'], token: string) {
  const { db, settings } = context.get(pageContext);
  if (settings.identity.kind !== 'embedded') return { state: 'unknown', asksPassword: false } as const;
  return getConfirmation(db, token);
}

/** Opening the link only shows a form, since mail scanners open links, too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { state, asksPassword } = await readLink(context, params.token);
  return data({ state, asksPassword }, { status: state === 'unknown' ? 404 : 200 });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { db } = context.get(pageContext);
  const { state, asksPassword } = await readLink(context, params.token);
  const emptyResult: ConfirmResult = { stored: false, values: {}, errors: {}, formError: null };
  if (state !== 'open') return data<ConfirmResult>({ ...emptyResult, became: state });
  const choose =
    asksPassword &&
    (
      await request
        .clone()
        .formData()
        .catch(() => null)
    )?.get(CHOOSE_FIELD) === 'yes';
  let error: ConfirmationError | null | undefined;
  const limit = 'signInAddress';
  const redirectTo = '/';
  const form = { request, context };
  const result = asksPassword
    ? await handleForm(form, {
        schema: confirmFormSchema,
        fields: ['password'],
        limit,
        redirectTo,
        store: async ({ password }) => {
          error = await confirmEmail(db, params.token, choose ? { newPassword: password } : { password });
        },
      })
    : await handleForm(form, {
        schema: z.object({}),
        fields: [],
        limit,
        redirectTo,
        store: async () => {
          error = await confirmEmail(db, params.token);
        },
      });
  // No password is sent back into a page.
  if (!(result instanceof Response))
    return data<ConfirmResult>({ ...result.data, values: {}, choose }, result.init ?? undefined);
  if (error === 'password_missing' || error === 'password_other')
    return data<ConfirmResult>(
      { ...emptyResult, errors: { password: pageCopy.passwords[error] }, choose: true },
      { status: 422 },
    );
  return data<ConfirmResult>({ ...emptyResult, became: error === null ? 'done' : (error ?? 'unknown') });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction) as Promise<ConfirmResult>;
}

export const headers = secretFormHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const state = loaderData?.state ?? 'unknown';
  return pageMeta({ title: state === 'open' ? pageCopy.title : pageCopy[state].title });
};

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { user } = useSession();
  const { asksPassword } = loaderData;
  const state = actionData?.became ?? loaderData.state;
  const done = state === 'done';
  useEffect(() => {
    if (done) void isEmailConfirmed();
  }, [done]);
  if (state === 'done' || state === 'used') {
    return (
      <Page {...pageCopy[state]} width="form" drawing={IDENTITY_ILLUSTRATION}>
        <div className="flex flex-wrap gap-4">
          {user ? null : <ButtonLink to="/signIn">{copy.nav.signIn}</ButtonLink>}
          <ButtonLink to="/home" variant={user ? 'primary' : 'secondary'}>
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
