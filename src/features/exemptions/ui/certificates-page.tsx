import { use, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '#src/shared/api-client.ts';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';
import { Badge } from '#src/shared/ui/badge.tsx';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { DashboardPage, Section } from '#src/shared/ui/page.tsx';
import type { WireExemption } from '../contract.ts';
import { exemptionCopy as copy } from '../copy.ts';
import { MAX_EXEMPTIONS, MAX_PENDING } from '../rules.ts';
import { CertificateEntry, DONE, getEntryId, nameEntry } from './certificate-entry.tsx';
import { CertificateForm } from './certificate-form.tsx';

/** A buyer's certificates, newest first, and a form for another one. */
export function CertificatesPage({ certificates }: { certificates: readonly WireExemption[] }) {
  const { revalidate } = useRevalidator();
  const dialog = useDialog();
  const isOff = use(PublicSettingsContext).tax === 'off';
  const [pending, setPending] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState('');
  const status = useRef<HTMLParagraphElement>(null);

  /** The pressed button may be gone. The focus moves to a place one step before the list. */
  const report = (sentence: string) => {
    setDone(sentence);
    status.current?.focus();
  };
  const end = async (certificate: WireExemption) => {
    const { _id, canDelete, version } = certificate;
    const name = nameEntry(certificate);
    if (pending || !(await dialog.confirm((canDelete ? copy.askRemove : copy.askWithdraw)(name)))) return;
    setPending(_id);
    setError(null);
    setDone('');
    const path = `/exemptions/${_id}`;
    const result = canDelete
      ? await callApi(path, { method: 'DELETE' })
      : await callApi(path, { method: 'PATCH', body: { state: 'withdrawn', version } });
    await revalidate();
    setPending(null);
    // One that is gone already is what was asked for.
    if (result.ok || result.problem.status === 404) report((canDelete ? copy.done.removed : copy.done.withdrawn)(name));
    else setError(result.problem.detail);
  };
  const waiting = certificates.filter(({ state }) => state === 'pending').length;
  const refusal =
    certificates.length >= MAX_EXEMPTIONS
      ? copy.errors.full(MAX_EXEMPTIONS)
      : waiting >= MAX_PENDING
        ? copy.errors.pending(MAX_PENDING)
        : null;
  return (
    <DashboardPage title={copy.title} text={isOff ? copy.off : copy.text}>
      <div className="grid gap-8">
        <p ref={status} tabIndex={-1} role="status" className="-mb-4 min-h-6 outline-none wrap-anywhere">
          {done && <Badge {...DONE}>{done}</Badge>}
        </p>
        <FormError>{error}</FormError>
        {certificates.length > 0 && (
          <Section id="certificates" title={copy.list}>
            {certificates.toReversed().map((certificate) => (
              <CertificateEntry
                key={certificate._id}
                certificate={certificate}
                heading="h3"
                renew={isOff ? undefined : copy.renew}
                actions={
                  (certificate.canDelete || certificate.state === 'approved') && (
                    <Button
                      variant="danger"
                      pending={pending === certificate._id}
                      aria-describedby={getEntryId(certificate)}
                      onClick={() => void end(certificate)}
                    >
                      {certificate.canDelete ? copy.remove : copy.withdraw}
                    </Button>
                  )
                }
              />
            ))}
          </Section>
        )}
        {!isOff && (
          <Section id="upload" title={copy.form.title}>
            <div className="pt-6">
              {refusal ? (
                <p className="max-w-xl border border-line bg-sheet px-4 py-3">{refusal}</p>
              ) : (
                <CertificateForm
                  onStored={async () => {
                    await revalidate();
                    report(copy.done.added);
                  }}
                />
              )}
            </div>
          </Section>
        )}
      </div>
    </DashboardPage>
  );
}
