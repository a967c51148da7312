import { useState } from 'react';
import { type Answer, callApi } from '#src/shared/api-client.ts';
import { formatDay } from '#src/shared/days.ts';
import type { Listed } from '#src/shared/listing.ts';
import { messages } from '#src/shared/messages.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { fetchListing } from '#src/shared/ui/list/fetch-listing.ts';
import { type ListChoices, readListAddress } from '#src/shared/ui/list/list-address.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useKeptRows, useListNavigation } from '#src/shared/ui/list/use-list.ts';
import { Empty } from '#src/shared/ui/page.tsx';
import { usePopup } from '#src/shared/ui/popup.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import type { User, UserList } from '../contract.ts';

const PAGE_SIZE = 50;
const REMOVE_REASON_ID = 'remove-user-reason';

const choices: ListChoices = {
  wide: true,
  states: [
    ['customer', 'Customers'],
    ['admin', 'Admins'],
    ['unconfirmed', 'Not confirmed'],
  ] satisfies [NonNullable<UserList['state']>, string][],
  sorts: [
    ['-created', 'Newest first'],
    ['created', 'Oldest first'],
    ['email', 'E-mail, A to Z'],
    ['-email', 'E-mail, Z to A'],
    ['name', 'Name, A to Z'],
    ['-name', 'Name, Z to A'],
  ] satisfies [NonNullable<UserList['sort']>, string][],
};

/** A page of users. */
export function fetchUsers(search: URLSearchParams): Promise<Answer<Listed<User>>> {
  return fetchListing<User>('/user', readListAddress(search, choices), PAGE_SIZE);
}

/** Everyone with an account, newest first unless asked otherwise; a customer can be made admin. */
export function AllUsers({ answer }: { answer: Answer<Listed<User>> }) {
  const popup = usePopup();
  const list = useListNavigation(choices);
  const { found, problem, change } = useKeptRows(answer);
  const [fault, setFault] = useState<string | null>(null);
  const [granting, setGranting] = useState<string | null>(null);

  const grant = async ({ _id, email }: User) => {
    if (granting) return;
    setFault(null);
    setGranting(_id);
    const granted = await callApi(`/user/admin/${encodeURIComponent(email)}`, { method: 'PUT' });
    setGranting(null);
    if (granted.ok) {
      change(_id, { role: 'admin' });
      await popup.show({ tone: 'success', ...messages.popup.granted });
      return list.readAgain();
    }
    setFault(granted.problem.detail);
    if (granted.problem.status !== 403) return;
    const { title, text } = messages.popup.grantRefused;
    await popup.show({ tone: 'error', title, text: `${text}\n${granted.problem.detail}` });
  };

  const columns: Column<User>[] = [
    {
      header: 'E-mail',
      heading: true,
      typed: true,
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
    { header: 'Display name', typed: true, sort: 'name', cell: (user) => user.displayName },
    {
      header: 'Since',
      width: 'w-30',
      sort: '-created',
      cell: (user) => (
        <time dateTime={user.createdAt} className="figures whitespace-nowrap text-fine">
          {formatDay(user.createdAt)}
        </time>
      ),
    },
    {
      header: 'Role',
      width: 'w-44',
      cell: (user) =>
        user.role === 'admin' ? (
          <span className="font-semibold text-good">{messages.user.alreadyAdmin}</span>
        ) : (
          <Button
            variant="secondary"
            className="whitespace-nowrap"
            pending={granting === user._id}
            aria-describedby={`user-${user._id}`}
            onClick={() => void grant(user)}
          >
            {messages.user.makeAdmin}
          </Button>
        ),
    },
    {
      header: 'Action',
      width: 'w-42',
      cell: () => (
        <Button variant="danger" disabled className="whitespace-nowrap" aria-describedby={REMOVE_REASON_ID}>
          {messages.user.remove}
        </Button>
      ),
    },
  ];

  return (
    <div className="grid gap-4">
      <p id={REMOVE_REASON_ID} className="text-muted">
        Users cannot be removed yet: their orders must stay on record, so “{messages.user.remove}” is switched off.
      </p>
      <FormFault>{fault}</FormFault>
      <ListView
        list={list}
        nouns={['user', 'users']}
        found={found}
        problem={problem}
        search="Search by e-mail or name"
        empty={<Empty title="No users yet" text="Whoever signs in for the first time is listed here." />}
      >
        <Table
          caption="All users"
          wide
          columns={columns}
          rows={found?.rows ?? []}
          rowKey={(user) => user._id}
          order={{ sort: list.address.sort, link: (sort) => list.link({ sort }) }}
        />
      </ListView>
    </div>
  );
}
