import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ApiResult } from '#src/shared/api-client.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';
import { ListTable } from '#src/shared/ui/list/list-table.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { Column } from '#src/shared/ui/table.tsx';
import { UploadProgress } from '#src/shared/ui/upload-progress.tsx';
import { toFieldProblem, useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import { uploadFile } from '#src/shared/upload-file.ts';
import type { ImportRecord } from '../contract.ts';
import { importCopy as copy } from '../copy.ts';
import { IMPORT_STATES } from '../rules.ts';

const listConfig: ListConfig = {
  path: '/imports',
  pageSize: 50,
  nouns: ['import', 'imports'],
  searchLabel: copy.list.search,
  toolbarThreshold: 10,
  states: IMPORT_STATES.map((state) => [state, copy.states[state]] as const),
  sorts: BY_AGE,
};

export function fetchImports(search: URLSearchParams): Promise<ApiResult<ListPage<ImportRecord>>> {
  return fetchListPage<ImportRecord>(listConfig, search);
}

const columns: Column<ImportRecord>[] = [
  {
    header: copy.list.file,
    rowHeader: true,
    fullWidth: true,
    cell: ({ _id, fileName }) => (
      <Link
        to={`/dashboard/imports/${_id}`}
        className="inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere"
      >
        {fileName}
      </Link>
    ),
  },
  { header: copy.list.rows, width: 'w-20 xl:w-28', align: 'end', cell: ({ rows }) => formatCount(rows) },
  { header: copy.list.by, width: 'w-44 xl:w-60', userText: true, cell: ({ by }) => <EmailText address={by} /> },
  {
    header: copy.list.at,
    width: 'w-36 xl:w-48',
    sort: '-created',
    cell: ({ at }) => (
      <span className="figures text-fine">
        <DateTime at={at} />
      </span>
    ),
  },
  {
    header: copy.list.state,
    width: 'w-28 xl:w-36',
    cell: ({ state }) => (
      <span
        className={`font-semibold ${state === 'failed' || state === 'stopped' ? 'text-bad' : state === 'undone' ? 'text-muted' : ''}`}
      >
        {copy.states[state]}
      </span>
    ),
  },
];

/** All imports, newest first, below the form that uploads another file. */
export function ImportList({ result }: { result: ApiResult<ListPage<ImportRecord>> }) {
  const list = useList(listConfig, result);
  return (
    <div className="grid gap-10">
      <ImportFileForm />
      <ListView list={list} empty={<EmptyState {...copy.list.empty} />}>
        <ListTable list={list} caption={copy.title} columns={columns} />
      </ListView>
    </div>
  );
}

function ImportFileForm() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController>(null);
  const [share, setShare] = useState<number | null>(null);
  const { props, pending, errors } = useFormSubmission({
    async send() {
      const file = input.current?.files?.[0];
      if (!file) return toFieldProblem('file', copy.upload.missing);
      abort.current = new AbortController();
      setShare(0);
      const target = { path: '/imports', field: 'file', file };
      const result = await uploadFile<{ insertedId: string }>(target, setShare, abort.current.signal);
      setShare(null);
      if (!result.ok) return toFieldProblem('file', result.problem.errors.file ?? result.problem.detail);
      await navigate(`/dashboard/imports/${result.value.insertedId}`);
      return null;
    },
  });

  return (
    <form {...props} className="grid max-w-xl gap-4">
      <TextField
        ref={input}
        name="file"
        label={copy.upload.label}
        hint={copy.upload.hint}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        required
        error={errors.file}
      />
      {share !== null && (
        <UploadProgress label={copy.upload.progress} share={share} onStop={() => abort.current?.abort()} />
      )}
      <div>
        <Button type="submit" pending={pending} className="w-full sm:w-auto">
          {copy.upload.button}
        </Button>
      </div>
    </form>
  );
}
