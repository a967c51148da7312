import { useState } from 'react';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { formatDate } from '#src/shared/dates.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import type { ListConfig } from '#src/shared/ui/list/list-config.ts';
import { ListTable } from '#src/shared/ui/list/list-table.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { Column } from '#src/shared/ui/table.tsx';
import type { User, UserListQuery } from '../contract.ts';

const REMOVE_REASON_ID = 'remove-user-reason';

const listConfig: ListConfig = {
  path: '/user',
  pageSize: 50,
  nouns: ['user', 'users'],
  searchLabel: 'Search by e-mail or name',
  wide: true,
  states: [
    ['customer', 'Customers'],
    ['admin', 'Admins'],
    ['unconfirmed', 'Not confirmed'],
  ] satisfies [NonNullable<UserListQuery['state']>, string][],
  sorts: [
    ['-created', 'Newest first'],
    ['created', 'Oldest first'],
    ['email', 'E-mail, A to Z'],
    ['-email', 'E-mail, Z to A'],
    ['name', 'Name, A to Z'],
    ['-name', 'Name, Z to A'],
  ] satisfies [NonNullable<UserListQuery['sort']>, string][],
};

/** A page of users. */
export function fetchUsers(search: URLSearchParams): Promise<ApiResult<ListPage<User>>> {
  return fetchListPage<User>(listConfig, search);
}

/** All users, newest first by default. A customer can be made admin. */
export function AllUsers({ result }: { result: ApiResult<ListPage<User>> }) {
  const dialog = useDialog();
  const list = useList(listConfig, result);
  const [error, setError] = useState<string | null>(null);
  const [granting, setGranting] = useState<string | null>(null);

  const grant = async ({ _id, email }: User) => {
    if (granting) return;
    setError(null);
    setGranting(_id);
    const granted = await callApi(`/user/admin/${encodeURIComponent(email)}`, { method: 'PUT' });
    setGranting(null);
    if (granted.ok) {
      list.updateRow(_id, { role: 'admin' });
      await dialog.alert({ tone: 'success', ...copy.dialog.granted });
      return list.refetch();
    }
    setError(granted.problem.detail);
    if (granted.problem.status !== 403) return;
    const { title, text } = copy.dialog.grantRefused;
    await dialog.alert({ tone: 'error', title, text: `${text}\n${granted.problem.detail}` });
  };

  const columns: Column<User>[] = [
    {
      header: 'E-mail',
      rowHeader: true,
      userText: true,
      sort: 'email',
      cell: (user) => (
        <>
          <span id={`user-${user._id}`}>
            <EmailText address={user.email} />
          </span>
          <span className="block font-normal text-fine text-muted">
            {user.emailVerified ? 'confirmed' : 'not confirmed yet'}
          </span>
        </>
      ),
    },
    { header: 'Display name', userText: true, sort: 'name', cell: (user) => user.displayName },
    {
      header: 'Since',
      width: 'w-30',
      sort: '-created',
      cell: (user) => (
        <time dateTime={user.createdAt} className="figures whitespace-nowrap text-fine">
          {formatDate(user.createdAt)}
        </time>
      ),
    },
    {
      header: 'Role',
      width: 'w-44',
      cell: (user) =>
        user.role === 'admin' ? (
          <span className="font-semibold text-good">{copy.user.alreadyAdmin}</span>
        ) : (
          <Button
            variant="secondary"
            className="whitespace-nowrap"
            pending={granting === user._id}
            aria-describedby={`user-${user._id}`}
            onClick={() => void grant(user)}
          >
            {copy.user.makeAdmin}
          </Button>
        ),
    },
    {
      header: 'Action',
      width: 'w-42',
      cell: () => (
        <Button variant="danger" disabled className="whitespace-nowrap" aria-describedby={REMOVE_REASON_ID}>
          {copy.user.remove}
        </Button>
      ),
    },
  ];

  return (
    <div className="grid gap-4">
      <p id={REMOVE_REASON_ID} className="text-muted">
        Users cannot be removed yet: their orders must stay on record, so “{copy.user.remove}” is switched off.
      </p>
      <FormError>{error}</FormError>
      <ListView
        list={list}
        empty={<EmptyState title="No users yet" text="Whoever signs in for the first time is listed here." />}
      >
        <ListTable list={list} caption="All users" columns={columns} />
      </ListView>
    </div>
  );
}
