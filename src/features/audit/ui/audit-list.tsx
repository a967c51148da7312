import type { ApiResult } from '#src/shared/api-client.ts';
import { AUDIT_SUBJECTS } from '#src/shared/audit-actions.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { DownloadButton } from '#src/shared/ui/download-button.tsx';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { AuditEvent } from '../contract.ts';
import { auditCopy as copy } from '../copy.ts';
import { AuditEntry } from './audit-entry.tsx';

const listConfig: ListConfig = {
  path: '/audit',
  pageSize: 50,
  nouns: ['entry', 'entries'],
  searchLabel: copy.search,
  noColumnHeaders: true,
  states: AUDIT_SUBJECTS.map((subject) => [subject, copy.subjects[subject]] as const),
  sorts: BY_AGE,
};

export function fetchAuditEvents(search: URLSearchParams): Promise<ApiResult<ListPage<AuditEvent>>> {
  return fetchListPage<AuditEvent>(listConfig, search);
}

/** The audit log, newest first by default, and its export. */
export function AuditList({ result, mayKeep }: { result: ApiResult<ListPage<AuditEvent>>; mayKeep: boolean }) {
  const list = useList(listConfig, result);
  const { q, state } = list.params;
  return (
    <ListView list={list} empty={<EmptyState {...copy.empty} />}>
      <ExportButton q={q} state={state} />
      <ol className="mt-4 border-ink border-t">
        {list.rows.map((event) => (
          <AuditEntry key={event._id} event={event} mayKeep={mayKeep} />
        ))}
      </ol>
    </ListView>
  );
}

function ExportButton({ q, state }: { q: string; state: string }) {
  const filters = new URLSearchParams({ ...(q ? { q } : {}), ...(state ? { state } : {}) });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <DownloadButton path={`/audit/export?${filters}`} label={copy.export} hint={copy.exportHint} />
    </div>
  );
}
