import { useState } from 'react';
import { type Answer, callApi } from '#src/shared/api-client.ts';
import { messages } from '#src/shared/messages.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { Older } from '#src/shared/ui/older.tsx';
import { Empty } from '#src/shared/ui/page.tsx';
import { usePopup } from '#src/shared/ui/popup.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import { usePages } from '#src/shared/ui/use-pages.ts';
import type { User } from '../contract.ts';

const PAGE_SIZE = 50;
const REMOVE_REASON_ID = 'remove-user-reason';

/** A page of users, oldest first: the newest, or those before `before`. */
export function fetchUsers(before?: string): Promise<Answer<User[]>> {
  return callApi<User[]>(`/user?${new URLSearchParams({ limit: String(PAGE_SIZE), ...(before ? { before } : {}) })}`);
}

/** Everyone with an account, newest first; a customer can be made admin. */
export function AllUsers({ first }: { first: User[] }) {
  const popup = usePopup();
  const pages = usePages(first, PAGE_SIZE, fetchUsers);
  const [fault, setFault] = useState<string | null>(null);
  const [granting, setGranting] = useState<string | null>(null);

  const grant = async ({ _id, email }: User) => {
    if (granting) return;
    setFault(null);
    setGranting(_id);
    const answer = await callApi(`/user/admin/${encodeURIComponent(email)}`, { method: 'PUT' });
    setGranting(null);
    if (answer.ok) {
      pages.change(_id, { role: 'admin' });
      await popup.show({ tone: 'success', ...messages.popup.granted });
      return;
    }
    setFault(answer.problem.detail);
    if (answer.problem.status !== 403) return;
    const { title, text } = messages.popup.grantRefused;
    await popup.show({ tone: 'error', title, text: `${text}\n${answer.problem.detail}` });
  };

  const columns: Column<User>[] = [
    {
      header: 'E-mail',
      heading: true,
      typed: true,
      cell: (user) => <span id={`user-${user._id}`}>{user.email}</span>,
    },
    { header: 'Display name', typed: true, cell: (user) => user.displayName },
    { header: 'Confirmed', cell: (user) => (user.emailVerified ? 'yes' : 'not yet') },
    {
      header: 'Role',
      cell: (user) =>
        user.role === 'admin' ? (
          <span className="font-semibold text-good">{messages.user.alreadyAdmin}</span>
        ) : (
          <Button
            variant="secondary"
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
      cell: () => (
        <Button variant="danger" disabled aria-describedby={REMOVE_REASON_ID}>
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
      {pages.items.length === 0 && !pages.hasOlder ? (
        <Empty title="No users yet" text="Whoever signs in for the first time is listed here." />
      ) : (
        <Table caption="All users" columns={columns} rows={pages.items} rowKey={(user) => user._id} />
      )}
      <Older pages={pages} />
    </div>
  );
}
