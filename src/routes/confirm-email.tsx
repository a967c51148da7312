import { useEffect } from 'react';
import { data } from 'react-router';
import * as z from 'zod';
import { confirmAddress, type NotConfirmed } from '#src/features/identity/account.server.ts';
import { readConfirming } from '#src/features/identity/confirming.server.ts';
import { confirmFormSchema } from '#src/features/identity/contract.ts';
import { IDENTITY_DRAWING, identityTexts } from '#src/features/identity/messages.ts';
import { CHOOSE_FIELD, ConfirmForm } from '#src/features/identity/ui/confirm-form.tsx';
import { signInPath } from '#src/features/identity/ui/return-path.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { isAddressConfirmed } from '#src/features/identity/ui/session-store.ts';
import { pageShop } from '#src/platform/page-context.ts';
import { secretFormHeaders, takeForm } from '#src/platform/page-form.server.ts';
import { type FormAnswer, sendForm } from '#src/shared/form-answer.ts';
import { messages } from '#src/shared/messages.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/confirm-email';

const texts = identityTexts.confirm;

/** What became of it, beside what the form says. */
interface Confirmed extends FormAnswer {
  became?: 'done' | 'used' | 'expired' | 'unknown';
  /** The password was another: the next one counts, whichever it is. */
  choose?: boolean;
}

/** Where people sign in at a hosted service, there is nothing of the embedded one to confirm. */
async function readLink(context: Route.LoaderArgs['context'], token: string) {
  const { db, settings } = context.get(pageShop);
  if (settings.identity.kind !== 'embedded') return { state: 'unknown', asksPassword: false } as const;
  return readConfirming(db, token);
}

/** Opening the link shows a form; only that confirms: programs that look through mails open links, too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { state, asksPassword } = await readLink(context, params.token);
  return data({ state, asksPassword }, { status: state === 'unknown' ? 404 : 200 });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { db } = context.get(pageShop);
  const { state, asksPassword } = await readLink(context, params.token);
  const nothing: Confirmed = { stored: false, values: {}, errors: {}, fault: null };
  if (state !== 'open') return data<Confirmed>({ ...nothing, became: state });
  const choose =
    asksPassword &&
    (
      await request
        .clone()
        .formData()
        .catch(() => null)
    )?.get(CHOOSE_FIELD) === 'yes';
  let fault: NotConfirmed | null | undefined;
  const limit = 'signInAddress';
  const leadTo = '/';
  const form = { request, context };
  const answer = asksPassword
    ? await takeForm(form, {
        schema: confirmFormSchema,
        fields: ['password'],
        limit,
        leadTo,
        store: async ({ password }) => {
          fault = await confirmAddress(db, params.token, choose ? { newPassword: password } : { password });
        },
      })
    : await takeForm(form, {
        schema: z.object({}),
        fields: [],
        limit,
        leadTo,
        store: async () => {
          fault = await confirmAddress(db, params.token);
        },
      });
  // No password goes back into a page.
  if (!(answer instanceof Response))
    return data<Confirmed>({ ...answer.data, values: {}, choose }, answer.init ?? undefined);
  if (fault === 'password_missing' || fault === 'password_other')
    return data<Confirmed>({ ...nothing, errors: { password: texts.passwords[fault] }, choose: true }, { status: 422 });
  return data<Confirmed>({ ...nothing, became: fault === null ? 'done' : (fault ?? 'unknown') });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction) as Promise<Confirmed>;
}

export const headers = secretFormHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const state = loaderData?.state ?? 'unknown';
  return pageMeta({ title: state === 'open' ? texts.title : texts[state].title });
};

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { user } = useSession();
  const { asksPassword } = loaderData;
  const state = actionData?.became ?? loaderData.state;
  const done = state === 'done';
  useEffect(() => {
    if (done) void isAddressConfirmed();
  }, [done]);
  if (state === 'done' || state === 'used') {
    return (
      <Page {...texts[state]} width="form" drawing={IDENTITY_DRAWING}>
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
  const text = asksPassword ? texts.asking.text : texts.open.text;
  return (
    <Page title={texts.title} text={text} width="form" drawing={IDENTITY_DRAWING}>
      <ConfirmForm answer={actionData} asksPassword={asksPassword} choose={actionData?.choose === true} />
    </Page>
  );
}
