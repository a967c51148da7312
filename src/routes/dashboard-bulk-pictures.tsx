import { bulkCopy } from '#src/features/catalogue/bulk/copy.ts';
import { PictureImport } from '#src/features/catalogue/bulk/ui/picture-import.tsx';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { createPreview } from '#src/features/images/ui/create-preview.ts';
import { uploadImage } from '#src/features/images/ui/upload-image.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { DashboardPage } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-bulk-pictures';

const { pictures: copy } = bulkCopy;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: copy.title }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'range.keep');
  return null;
}

export const ErrorBoundary = PageError;

const upload = (file: File, signal: AbortSignal) => uploadImage(file, () => {}, signal);

export default function DashboardBulkPictures() {
  return (
    <DashboardPage
      title={copy.title}
      text={copy.text}
      actions={
        <ButtonLink to="/dashboard/products" variant="secondary">
          {bulkCopy.form.back}
        </ButtonLink>
      }
    >
      <PictureImport upload={upload} createPreview={createPreview} />
    </DashboardPage>
  );
}
