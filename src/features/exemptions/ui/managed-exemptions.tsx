import { useState } from 'react';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { Badge } from '#src/shared/ui/badge.tsx';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { DashboardPage, EmptyState } from '#src/shared/ui/page.tsx';
import type { ManagedExemption } from '../contract.ts';
import { exemptionCopy } from '../copy.ts';
import { EXEMPTION_VIEWS, MAX_REASON_LENGTH } from '../rules.ts';
import { CertificateEntry, DONE, getEntryId, nameEntry } from './certificate-entry.tsx';

const { managed: copy, done: sentences } = exemptionCopy;

const config: ListConfig = {
  path: '/exemptions',
  pageSize: 25,
  nouns: ['certificate', 'certificates'],
  searchLabel: copy.search,
  noColumnHeaders: true,
  states: EXEMPTION_VIEWS.map((view) => [view, copy.views[view]] as const),
  sorts: BY_AGE,
};

export function fetchExemptions(search: URLSearchParams): Promise<ApiResult<ListPage<ManagedExemption>>> {
  return fetchListPage<ManagedExemption>(config, search);
}

/** Everyone's certificates. Each can be read, approved and rejected. */
export function ManagedExemptions({ result }: { result: ApiResult<ListPage<ManagedExemption>> }) {
  const list = useList<ManagedExemption>(config, result);
  const dialog = useDialog();
  const [pending, setPending] = useState<{ id: string; state: string } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState('');

  const decide = async (certificate: ManagedExemption, state: 'approved' | 'rejected', reason = '') => {
    const { _id, version } = certificate;
    setPending({ id: _id, state });
    setError(null);
    setDone('');
    const response = await callApi(`/exemptions/${_id}`, { method: 'PATCH', body: { state, reason, version } });
    // Also after a failure, since its owner or somebody else may have changed it meanwhile.
    await list.refetch();
    setPending(null);
    if (response.ok) setDone(sentences[state](nameEntry(certificate)));
    else setError(response.problem.errors.state ?? response.problem.detail);
  };
  const reject = async (certificate: ManagedExemption) => {
    const question = copy.askReject(nameEntry(certificate));
    const reason = await dialog.prompt({ ...question, field: { ...question.field, maxLength: MAX_REASON_LENGTH } });
    if (reason !== null) await decide(certificate, 'rejected', reason);
  };
  const isPending = ({ _id }: ManagedExemption, state: string) => pending?.id === _id && pending.state === state;
  return (
    <DashboardPage title={copy.title} text={copy.text}>
      <div className="grid gap-4">
        <p role="status" className="min-h-6 wrap-anywhere">
          {done && <Badge {...DONE}>{done}</Badge>}
        </p>
        <FormError>{error}</FormError>
        <ListView
          list={list}
          empty={<EmptyState {...copy.none} />}
          noMatch={
            list.params.state === 'pending' &&
            list.params.q === '' && (
              <EmptyState
                {...copy.noneWaiting}
                action={
                  <ButtonLink {...list.link({ state: '' })} variant="secondary">
                    {copy.seeAll}
                  </ButtonLink>
                }
              />
            )
          }
        >
          <div className="border-ink border-t">
            {list.rows.map((certificate) => (
              <CertificateEntry
                key={certificate._id}
                certificate={certificate}
                heading="h2"
                owner={<Owner {...certificate.owner} />}
                actions={
                  <>
                    {(certificate.state === 'pending' || certificate.state === 'rejected') && (
                      <Button
                        variant={certificate.state === 'pending' ? 'primary' : 'secondary'}
                        pending={isPending(certificate, 'approved')}
                        aria-describedby={getEntryId(certificate)}
                        onClick={() => !pending && void decide(certificate, 'approved')}
                      >
                        {copy.approve}
                      </Button>
                    )}
                    {(certificate.state === 'pending' || certificate.state === 'approved') && (
                      <Button
                        variant="secondary"
                        pending={isPending(certificate, 'rejected')}
                        aria-describedby={getEntryId(certificate)}
                        onClick={() => !pending && void reject(certificate)}
                      >
                        {copy.reject}
                      </Button>
                    )}
                  </>
                }
              />
            ))}
          </div>
        </ListView>
      </div>
    </DashboardPage>
  );
}

function Owner({ name, email, disabled }: ManagedExemption['owner']) {
  return (
    <p className="text-fine text-muted wrap-anywhere">
      <span className="font-semibold text-ink">{name}</span> · <EmailText address={email} />
      {disabled && <span className="text-bad">, {copy.removedUser}</span>}
    </p>
  );
}
