import { copy } from '#src/shared/copy.ts';

const cancel = 'Cancel';

/** The texts of the page of all users, beside those that the specification fixes. */
export const userCopy = {
  owner: 'Owner',
  makeOwner: 'Make owner',
  revokeAdmin: 'Revoke admin',
  revokeOwner: 'Revoke owner',
  enable: 'Enable again',
  undo: 'Undo',
  customer: 'Customer',
  disabledOn: 'Removed on',
  rules: {
    owner: `You cannot use “${copy.user.remove}” on yourself; another owner can.`,
    admin: `Only an owner can use “${copy.user.remove}” on an admin, and nobody on themselves.`,
  },
  /** What follows a grant, by whether the reader is owner. */
  grantedNext: (owner: boolean) =>
    `They find the admins’ pages in their menu from their next click. ${
      owner ? 'You can undo it above the list.' : 'An owner can undo it.'
    }`,
  ask: {
    makeAdmin: (email: string) => ({
      title: `Make ${email} an admin?`,
      text: 'They will see every order, payment and user, add tools, ship orders and make others admins. An owner can undo this.',
      confirm: 'Yes, make admin',
      cancel,
    }),
    revokeAdmin: (email: string) => ({
      title: `Make ${email} a customer again?`,
      text: 'From their next click they see nothing of the admins’ pages. You can undo this.',
      confirm: 'Yes, revoke it',
      cancel,
    }),
    makeOwner: (email: string) => ({
      title: `Make ${email} an owner?`,
      text: 'Owners may do what you may: make and revoke owners and admins, remove them, and read the links in customers’ mails.',
      confirm: 'Yes, make owner',
      cancel,
    }),
    revokeOwner: (email: string, isOneself: boolean) => ({
      title: isOneself ? 'Give up being an owner?' : `Make ${email} an admin like others?`,
      text: isOneself
        ? 'You stay admin. Only another owner can make you owner again.'
        : 'They stay admin. You can undo this.',
      confirm: isOneself ? 'Yes, give it up' : 'Yes, revoke it',
      cancel,
    }),
    disable: (email: string) => ({
      title: `Remove ${email}?`,
      text: 'They are signed out everywhere at once and cannot sign in. Their unpaid orders end and the stock returns; paid orders stay. You can let them in again, but ended orders stay ended.',
      confirm: 'Yes, remove',
      cancel,
      field: { label: 'Why?', hint: 'Admins alone can read this.', maxLength: 500 },
    }),
    enable: (email: string) => ({
      title: `Let ${email} in again?`,
      text: 'They can sign in again. Unpaid orders that ended when they were removed stay ended.',
      confirm: 'Yes, let them in',
      cancel,
    }),
  },
  done: {
    makeAdmin: (email: string) => `${email} is an admin now.`,
    revokeAdmin: (email: string) => `${email} is a customer now.`,
    makeOwner: (email: string) => `${email} is an owner now.`,
    revokeOwner: (email: string) => `${email} is an admin, and no owner any more.`,
    disable: (email: string, orders: number) =>
      `${email} is removed and signed out everywhere. ${
        orders === 0 ? 'No unpaid order ended.' : `${orders} unpaid ${orders === 1 ? 'order' : 'orders'} ended.`
      }`,
    enable: (email: string) => `${email} can sign in again.`,
  },
} as const;
