const cancel = 'Cancel';

/** The texts of the page of all users, besides those that the specification fixes. */
export const userCopy = {
  makeOwner: 'Make owner',
  revokeAdmin: 'Revoke admin',
  revokeOwner: 'Revoke owner',
  enable: 'Restore access',
  undo: 'Undo',
  disabledOn: 'Removed on',
  rules: {
    owner: `You cannot remove yourself. Please ask another owner.`,
    admin: `Only an owner can remove an admin. Nobody can remove themselves.`,
  },
  /** What comes after a grant, depending on whether the reader can undo it. */
  grantedNext: (canUndo: boolean) =>
    `They will see the admin pages in their menu from their next click. ${
      canUndo ? 'You can undo it above the list.' : 'An owner can undo it.'
    }`,
  ask: {
    makeAdmin: (email: string) => ({
      title: `Make ${email} an admin?`,
      text: 'They will see every order, payment and user, add tools, ship orders and make other users admins. An owner can undo this.',
      confirm: 'Yes, make admin',
      losesNothing: true,
      cancel,
    }),
    revokeAdmin: (email: string) => ({
      title: `Make ${email} a customer again?`,
      text: 'They will lose access to the admin pages with their next click. You can undo this.',
      confirm: 'Yes, revoke it',
      cancel,
    }),
    makeOwner: (email: string) => ({
      title: `Make ${email} an owner?`,
      text: 'Owners can do everything you can: add, revoke and remove owners and admins, and read the links in customers’ emails.',
      confirm: 'Yes, make owner',
      losesNothing: true,
      cancel,
    }),
    revokeOwner: (email: string, isOneself: boolean) => ({
      title: isOneself ? 'Give up your owner role?' : `Revoke the owner role of ${email}?`,
      text: isOneself
        ? 'You will still be an admin. Only another owner can make you an owner again.'
        : 'They will still be an admin. You can undo this.',
      confirm: isOneself ? 'Yes, give it up' : 'Yes, revoke it',
      cancel,
    }),
    disable: (email: string) => ({
      title: `Remove ${email}?`,
      text: 'They will be signed out everywhere right away and cannot sign in. Their unpaid orders are canceled and the stock returns; paid orders stay. You can restore their access, but not the canceled orders.',
      confirm: 'Yes, remove',
      cancel,
      field: { label: 'Why?', hint: 'Only admins can read this.', maxLength: 500 },
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
    makeAdmin: (email: string) => `${email} is an admin now.`,
    revokeAdmin: (email: string) => `${email} is a customer now.`,
    makeOwner: (email: string) => `${email} is an owner now.`,
    revokeOwner: (email: string) => `${email} is an admin and no longer an owner.`,
    disable: (email: string, orders: number) =>
      `${email} was removed and signed out everywhere. ${
        orders === 0
          ? 'No unpaid orders were canceled.'
          : `${orders} unpaid ${orders === 1 ? 'order was' : 'orders were'} canceled.`
      }`,
    enable: (email: string) => `${email} can sign in again.`,
  },
} as const;
