import { copy } from '#src/shared/copy.ts';
import { type GrantedRole, nameRole, OWNERS_STORED_ROLE, ROLES } from '#src/shared/permissions.ts';
import type { DialogMessage } from '#src/shared/ui/dialog-box.tsx';

const cancel = 'Cancel';

/** What the specification says about a role. Where it says nothing, the words come from the role's label. */
const SPECIFIED: Partial<Record<GrantedRole, { grant: string; held: string; granted: Said; refused: Said }>> = {
  admin: {
    grant: copy.user.makeAdmin,
    held: copy.user.alreadyAdmin,
    granted: copy.dialog.granted,
    refused: copy.dialog.grantRefused,
  },
};

type Said = Pick<DialogMessage, 'title' | 'text'>;

/** What a role brings. Without an entry, the question says only that there are pages for it. */
const POWERS: Partial<Record<GrantedRole, string>> = {
  admin:
    'They will see every order, payment and user, add tools, ship orders and make other users admins. An owner can undo this.',
  owner:
    'Owners can do everything you can: add, revoke and remove owners and staff, and read the links in customers’ emails.',
};

/** What is asked and said when a role is revoked from somebody who keeps another. */
const REDUCED: Partial<Record<GrantedRole, { title: (email: string) => string; kept: GrantedRole }>> = {
  owner: { title: (email) => `Revoke the owner role of ${email}?`, kept: OWNERS_STORED_ROLE },
};

const toWord = (role: GrantedRole) => ROLES[role].label.toLowerCase();

/** The texts of the page of all users, besides those that the specification fixes. */
export const userCopy = {
  specified: SPECIFIED,
  grant: (role: GrantedRole) => SPECIFIED[role]?.grant ?? `Make ${toWord(role)}`,
  revoke: (role: GrantedRole) => `Revoke ${toWord(role)}`,
  held: (role: GrantedRole) => SPECIFIED[role]?.held ?? ROLES[role].label,
  /** Before the button of the specification, which does not say that it would be refused. */
  confirmFirst: 'Only after they confirm their email:',
  /** The same in a dense list. */
  notConfirmed: 'Not confirmed:',
  enable: 'Restore access',
  undo: 'Undo',
  disabledOn: 'Removed on',
  rules: {
    owner: `You cannot remove yourself. Please ask another owner.`,
    others: `Only an owner can remove somebody who works for the shop. Nobody can remove themselves.`,
  },
  /** What comes after a grant, depending on whether the reader can undo it. */
  grantedNext: (canUndo: boolean) =>
    `They will see the admin pages in their menu from their next click. ${
      canUndo ? 'You can undo it above the list.' : 'An owner can undo it.'
    }`,
  ask: {
    grant: (role: GrantedRole, email: string, isConfirmed: boolean) => ({
      title: `Make ${email} ${nameRole(role)}?`,
      text: isConfirmed
        ? (POWERS[role] ?? 'They will see the pages of this role from their next click. An owner can undo this.')
        : 'They have not confirmed their email address yet. Until they do, the shop will refuse this.',
      confirm: `Yes, make ${toWord(role)}`,
      losesNothing: true,
      cancel,
    }),
    revoke: (role: GrantedRole, email: string) => ({
      title: REDUCED[role]?.title(email) ?? `Make ${email} a customer again?`,
      text: REDUCED[role]
        ? `They will still be ${nameRole(REDUCED[role].kept)}. You can undo this.`
        : 'They will lose access to the admin pages with their next click. You can undo this.',
      confirm: 'Yes, revoke it',
      losesNothing: true,
      cancel,
    }),
    giveUp: {
      title: 'Give up your owner role?',
      text: 'You will still be an admin. Only another owner can make you an owner again.',
      confirm: 'Yes, give it up',
      cancel,
    },
    disable: (email: string) => ({
      title: `Remove ${email}?`,
      text: 'They will be signed out everywhere right away and cannot sign in. Their unpaid orders are canceled and the stock returns; paid orders stay. You can restore their access, but not the canceled orders.',
      confirm: 'Yes, remove',
      cancel,
      field: { label: 'Why?', hint: 'Customers cannot read this.', maxLength: 500 },
    }),
    enable: (email: string) => ({
      title: `Restore access for ${email}?`,
      text: 'They will be able to sign in again. Unpaid orders that were canceled when they were removed stay canceled.',
      confirm: 'Yes, restore access',
      losesNothing: true,
      cancel,
    }),
  },
  done: {
    grant: (role: GrantedRole, email: string) => `${email} is ${nameRole(role)} now.`,
    revoke: (role: GrantedRole, email: string) =>
      REDUCED[role]
        ? `${email} is ${nameRole(REDUCED[role].kept)} and no longer ${nameRole(role)}.`
        : `${email} is a customer now.`,
    disable: (email: string, orders: number) =>
      `${email} was removed and signed out everywhere. ${
        orders === 0
          ? 'No unpaid orders were canceled.'
          : `${orders} unpaid ${orders === 1 ? 'order was' : 'orders were'} canceled.`
      }`,
    enable: (email: string) => `${email} can sign in again.`,
  },
} as const;
