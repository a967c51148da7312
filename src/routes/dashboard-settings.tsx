import { use } from 'react';
import { useRevalidator } from 'react-router';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { settingsCopy } from '#src/features/shop-settings/copy.ts';
import { hasGoogleSignIn } from '#src/shared/google-sign-in.ts';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-settings';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: settingsCopy.title }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await requirePermission(request, 'settings.change');
  // Loaded separately, since every page names the files that this one loads.
  const [{ fetchSettings }, { SettingsForm }] = await Promise.all([
    import('#src/features/shop-settings/ui/call-settings.ts'),
    import('#src/features/shop-settings/ui/settings-form.tsx'),
  ]);
  return { SettingsForm, form: { email: user.email, stored: requireResult(await fetchSettings(), request) } };
}

export const ErrorBoundary = PageError;

export default function DashboardSettings({ loaderData: { SettingsForm, form } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <>
      <PageHeading title={settingsCopy.title} text={settingsCopy.text} />
      {!hasGoogleSignIn(use(PublicSettingsContext)) && (
        <p className="mt-6 max-w-xl border border-line bg-sheet px-4 py-3">{settingsCopy.noGoogle}</p>
      )}
      {/* The navigation around this page shows the settings, too. */}
      <SettingsForm {...form} onSaved={() => void revalidate()} />
    </>
  );
}
