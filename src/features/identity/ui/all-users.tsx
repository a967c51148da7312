import type { ApiResult } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import {
  type GrantedRole,
  OWNERS_STORED_ROLE,
  ROLE_NAMES,
  ROLES,
  type Role,
  STAFF_ROLES,
} from '#src/shared/permissions.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { DateOnly } from '#src/shared/ui/date-time.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';
import { ListTable } from '#src/shared/ui/list/list-table.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { Column } from '#src/shared/ui/table.tsx';
import type { User, UserListQuery } from '../contract.ts';
import { useSession } from './session.ts';
import { type UserAction, useUserActions } from './use-user-actions.ts';
import { userCopy } from './user-copy.ts';

const RULES_ID = 'remove-user-rules';

const listConfig: ListConfig = {
  path: '/user',
  pageSize: 50,
  nouns: ['user', 'users'],
  searchLabel: 'Search by email or name',
  wide: true,
  states: [
    ...ROLE_NAMES.map((role) => [role, ROLES[role].plural] as [Role, string]),
    ['unconfirmed', 'Not confirmed'],
    ['disabled', 'Removed'],
  ] satisfies [NonNullable<UserListQuery['state']>, string][],
  sorts: [
    ...BY_AGE,
    ['email', 'Email, A to Z'],
    ['-email', 'Email, Z to A'],
    ['name', 'Name, A to Z'],
    ['-name', 'Name, Z to A'],
  ] satisfies [NonNullable<UserListQuery['sort']>, string][],
};

export function fetchUsers(search: URLSearchParams): Promise<ApiResult<ListPage<User>>> {
  return fetchListPage<User>(listConfig, search);
}

/** All users, newest first by default, with what the admin may do to each. */
export function AllUsers({ result }: { result: ApiResult<ListPage<User>> }) {
  const { user: self, can } = useSession();
  const managesStaff = can('staff.manage');
  const list = useList(listConfig, result);
  const actions = useUserActions(list);

  const columns: Column<User>[] = [
    {
      header: 'Email',
      rowHeader: true,
      userText: true,
      denseLine: true,
      sort: 'email',
      cell: (user) => (
        <span title={[user.email, user.disabled?.reason].filter(Boolean).join('\n')}>
          <span id={`user-${user._id}`}>
            <EmailText address={user.email} />
          </span>
          <span className="block font-normal text-fine text-muted">
            {user.emailVerified ? 'confirmed' : 'not confirmed yet'}
          </span>
          {user.disabled && (
            <span className="block font-normal text-bad text-fine">
              {userCopy.disabledOn} <DateOnly at={user.disabled.at} />: {user.disabled.reason}
            </span>
          )}
        </span>
      ),
    },
    {
      header: 'Display name',
      userText: true,
      denseLine: true,
      sort: 'name',
      cell: (user) => <span title={user.displayName}>{user.displayName}</span>,
    },
    {
      header: 'Since',
      width: 'w-30',
      sort: '-created',
      cell: (user) => (
        <span className="figures text-fine">
          <DateOnly at={user.createdAt} />
        </span>
      ),
    },
    {
      header: 'Role',
      width: 'w-64 dense:w-60',
      cell: (user) => <UserRole user={user} managesStaff={managesStaff} actions={actions} />,
    },
    {
      header: 'Action',
      width: 'w-42',
      cell: (user) => {
        const isProtected = user.email === self?.email || (user.role !== '' && !managesStaff);
        const action: UserAction = { kind: user.disabled ? 'enable' : 'disable' };
        return (
          <Button
            variant="secondary"
            className="whitespace-nowrap"
            disabled={isProtected}
            pending={actions.isPending(action, user)}
            aria-describedby={isProtected ? `user-${user._id} ${RULES_ID}` : `user-${user._id}`}
            onClick={() => void actions.start(action, user)}
          >
            {user.disabled ? userCopy.enable : copy.user.remove}
          </Button>
        );
      },
    },
  ];

  return (
    <div className="grid gap-4">
      <p id={RULES_ID} className="text-muted">
        {managesStaff ? userCopy.rules.owner : userCopy.rules.others}
      </p>
      <div
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 ${actions.done ? 'border border-line px-4 py-2' : ''}`}
      >
        <p role="status" className="min-w-0 wrap-anywhere">
          {actions.done?.sentence}
        </p>
        {actions.done?.undo && (
          <Button variant="quiet" className="-mx-5" onClick={() => void actions.undo()}>
            {userCopy.undo}
          </Button>
        )}
      </div>
      <FormError>{actions.error}</FormError>
      <ListView
        list={list}
        empty={<EmptyState title="No users yet" text="Users are listed here after they first sign in." />}
      >
        <ListTable list={list} caption="All users" columns={columns} />
      </ListView>
    </div>
  );
}

interface UserRoleProps {
  user: User;
  /** Whether the reader may change the roles of the staff. */
  managesStaff: boolean;
  actions: Pick<ReturnType<typeof useUserActions>, 'isPending' | 'start'>;
}

/** A user's role, with the buttons that change it. */
function UserRole({ user, managesStaff, actions }: UserRoleProps) {
  const { isPending, start } = actions;
  const needsEmail = user.role === '' && !user.emailVerified;
  const needsEmailId = `confirm-first-${user._id}`;
  const toButton = (action: UserAction & { role: GrantedRole }, variant: 'secondary' | 'quiet') => (
    <Button
      key={action.role}
      variant={variant}
      className={`whitespace-nowrap dense:px-2! ${variant === 'quiet' ? '-mx-5 dense:-mx-2' : ''}`}
      pending={isPending(action, user)}
      aria-describedby={needsEmail ? `${needsEmailId} user-${user._id}` : `user-${user._id}`}
      onClick={() => void start(action, user)}
    >
      {userCopy[action.kind](action.role)}
    </Button>
  );
  if (user.role === '') {
    if (user.disabled) return ROLES.customer.label;
    const buttons = STAFF_ROLES.map((role) => toButton({ kind: 'grant', role }, 'secondary'));
    if (!needsEmail) return buttons;
    return (
      <span className="grid justify-items-end gap-1 xl:justify-items-start dense:flex dense:items-center dense:gap-x-2">
        <span id={needsEmailId} className="text-fine text-muted dense:hidden">
          {userCopy.confirmFirst}
        </span>
        <span aria-hidden="true" className="hidden whitespace-nowrap text-muted dense:inline">
          {userCopy.notConfirmed}
        </span>
        {buttons}
      </span>
    );
  }
  return (
    <span className="grid justify-items-start">
      <span className="font-semibold text-good">
        {userCopy.held(user.role)}
        {user.owner && `, ${ROLES.owner.label}`}
      </span>
      {managesStaff && user.owner && toButton({ kind: 'revoke', role: 'owner' }, 'quiet')}
      {managesStaff && !user.owner && (
        <span className="flex flex-wrap gap-x-12 dense:gap-x-6">
          {!user.disabled && user.role === OWNERS_STORED_ROLE && toButton({ kind: 'grant', role: 'owner' }, 'quiet')}
          {toButton({ kind: 'revoke', role: user.role }, 'quiet')}
        </span>
      )}
    </span>
  );
}
