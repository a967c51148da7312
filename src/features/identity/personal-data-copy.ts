/** The texts of 'Your data'. */
export const personalDataCopy = {
  title: 'Your data',
  download: {
    text: 'All that this shop knows of you, as one file that people and programs can read: your account, profile, reviews, and orders with their addresses.',
    unconfirmed: 'What we know by your e-mail address alone is in it once you have confirmed the address.',
    button: 'Download my data',
    done: 'The download has started.',
  },
  erase: {
    open: 'Delete my account',
    title: 'Delete your account?',
    points: [
      'You are signed out everywhere. Your profile, pictures and reviews are deleted, and so are your newsletter subscription, stock alerts, requests and messages, where your address is confirmed.',
      'Unpaid orders are canceled, and your name and addresses are taken out of them.',
      'Paid orders stay, with the name and the addresses on their papers: the law demands that invoices are kept for years. Nobody can reach them with an account any more. So please download what you need before.',
      'The record of who did what in the shop keeps your address as it was then.',
      'This cannot be undone. You can sign up again with the same address, as somebody new.',
    ],
    password: 'Your password',
    passwordHint: 'If you sign in with Google, leave this empty.',
    again: 'Please enter your password.',
    againWithGoogle:
      'Please enter your password. If you sign in with Google, please log out, sign in again, and come back here within five minutes.',
    button: 'Delete my account for good',
    cancel: 'Keep my account',
    done: {
      title: 'Your account is deleted',
      text: 'You are signed out. Thank you for having been with us.',
    },
  },
} as const;
