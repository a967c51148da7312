import { data } from 'react-router';
import { resetPassword } from '#src/features/identity/account.server.ts';
import { newPasswordFormSchema } from '#src/features/identity/contract.ts';
import { readLink } from '#src/features/identity/links.server.ts';
import { IDENTITY_DRAWING, identityTexts } from '#src/features/identity/messages.ts';
import { NewPasswordForm } from '#src/features/identity/ui/new-password-form.tsx';
import { pageShop } from '#src/platform/page-context.ts';
import { secretFormHeaders, takeForm } from '#src/platform/page-form.server.ts';
import { sendForm } from '#src/shared/form-answer.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/reset-password';

const texts = identityTexts.reset;

/** Opening the link changes nothing: programs that look through mails open links, too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(pageShop);
  // Where people sign in at a hosted service, there is no password here.
  const state = settings.identity.kind === 'embedded' ? await readLink(db, 'reset', params.token) : 'unknown';
  return data({ state }, { status: state === 'unknown' ? 404 : 200 });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  if (context.get(pageShop).settings.identity.kind !== 'embedded') return null;
  let refused = false;
  const answer = await takeForm(
    { request, context },
    {
      schema: newPasswordFormSchema,
      fields: ['newPassword'],
      limit: 'signInAddress',
      store: async ({ newPassword }) => {
        refused = (await resetPassword(context.get(pageShop).db, params.token, newPassword)) !== null;
      },
      leadTo: '/passwordChanged',
    },
  );
  // The page then says what became of the link.
  if (refused) return null;
  // No password goes back into a page.
  if (!(answer instanceof Response)) answer.data.values = {};
  return answer;
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction);
}

export const headers = secretFormHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const state = loaderData?.state ?? 'unknown';
  return pageMeta({ title: state === 'open' ? texts.title : texts[state].title });
};

export default function ResetPassword({ loaderData: { state }, actionData }: Route.ComponentProps) {
  if (state !== 'open') {
    return (
      <Page {...texts[state]} width="form" drawing={IDENTITY_DRAWING}>
        <ButtonLink to="/forgotPassword">{texts.again}</ButtonLink>
      </Page>
    );
  }
  return (
    <Page title={texts.title} text={texts.text} width="form" drawing={IDENTITY_DRAWING}>
      <NewPasswordForm answer={actionData ?? undefined} />
    </Page>
  );
}
