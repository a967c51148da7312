export const personalDataCopy = {
  title: 'Your data',
  download: {
    text: 'Everything this shop knows about you, in one file that people and programs can read: your account, profile, reviews, and orders with their addresses.',
    unconfirmed:
      'Data that we can link to you only by your email address is included once you have confirmed the address.',
    button: 'Download my data',
    done: 'The download has started.',
  },
  erase: {
    open: 'Delete my account',
    title: 'Delete your account?',
    points: [
      'You will be signed out everywhere. Your profile, pictures and reviews will be deleted. If your address is confirmed, so will your newsletter subscription, stock alerts, requests and messages.',
      'Unpaid orders will be canceled, and your name and addresses removed from them.',
      'Paid orders stay, with the names and addresses on their documents, because the law requires us to keep invoices for years. You will no longer have access to them, so please download what you need first.',
      'Our record of who changed what in the shop keeps your address.',
      'This cannot be undone. You can sign up again with the same address, but as a new customer.',
    ],
    password: 'Your password',
    passwordHint: 'If you sign in with Google, leave this blank.',
    again: 'Please enter your password.',
    againWithGoogle:
      'Please enter your password. If you sign in with Google, please log out, sign in again, and come back here within five minutes.',
    button: 'Delete my account permanently',
    cancel: 'Keep my account',
    done: {
      title: 'Your account has been deleted',
      text: 'You are signed out. Thank you for being our customer.',
    },
  },
} as const;
