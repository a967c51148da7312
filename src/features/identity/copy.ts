import type { GoogleError } from './rules.ts';
import { NOT_FINISHED } from './ui/sign-in-copy.ts';

/** Shown to a user who comes back from Google without being signed in. */
export const googleErrors: Record<GoogleError, string> = {
  refused: NOT_FINISHED,
  stale: 'This sign-in with Google took too long, or was begun in another browser. Please try again.',
  unverified: 'Google has not verified your e-mail address, so we cannot use it. Please sign up with a password.',
  not_linked:
    'Your e-mail address has an account here that is not confirmed yet. Please choose a new password with “Forgot your password?”. After that, Google works, too.',
  unreachable: 'Google cannot be reached just now. Please try again in a moment, or use your e-mail and password.',
  too_many: 'Too many attempts. Please try again in a few minutes.',
  busy: 'The shop could not sign you in just now. Please try again in a moment.',
  failed: 'Google’s answer could not be verified, so nobody was signed in. Please try again.',
};

export const IDENTITY_ILLUSTRATION = '/images/marks/lock-open.svg';

/** The texts of the pages that emailed links lead to, and of the forms around them. */
export const identityCopy = {
  home: 'To the home page',

  forgot: {
    link: 'Forgot your password?',
    title: 'Forgot your password?',
    text: 'Enter your e-mail address, and we send you a link to choose a new one.',
    button: 'Send the link',
    sent: (email: string) =>
      `If there is an account for ${email}, we have written there. The link in the newest mail works for an hour. Nothing there? Please look among the spam, or check the address.`,
    instead: 'With “Forgot your password?” you can choose a new one, which works at once.',
    notSent: 'The link could not be sent just now. Please try again in a moment.',
    back: 'Back to sign-in',
  },

  reset: {
    title: 'Choose a new password',
    text: 'It replaces the old one, and signs you out wherever you are signed in.',
    label: 'New password',
    button: 'Save the password',
    done: {
      title: 'Your password is changed',
      text: 'You are signed out everywhere. Please sign in with the new password.',
    },
    used: {
      title: 'This link was used before',
      text: 'It works only once. If you did not use it, please ask for a new one.',
    },
    expired: {
      title: 'This link has expired',
      text: 'It was good for an hour. Please ask for a new one; nothing was changed.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'There may be a newer one in your mailbox. If not, please ask for a new one.',
    },
    again: 'Send a new link',
  },

  confirm: {
    title: 'Confirm your address',
    open: {
      text: 'One more step: press the button if you signed up here with the address that this link was sent to. If it was not you, please close this page.',
      button: 'Confirm address',
    },
    /** For a link that needs a password, too. */
    asking: {
      text: 'One more step: enter the password that you chose when you signed up here. It signs you out everywhere else. If you did not sign up, please close this page.',
      choose:
        'Please try again, or choose a new password: what you enter now becomes the password of your account, and no earlier one works.',
      label: 'Your password',
      forgotten: 'Forgotten? Enter a new one, and we ask for it once more.',
      newLabel: 'Your password, or a new one',
    },
    passwords: {
      password_missing: 'Please enter the password that you signed up with.',
      password_other: 'This is not the password that was entered at sign-up.',
    },
    done: {
      title: 'Thank you',
      text: 'Your e-mail address is confirmed.',
      signedIn: 'Your e-mail address is confirmed. You are signed in here, and signed out everywhere else.',
    },
    used: {
      title: 'This link was used before',
      text: 'The address is confirmed and there is nothing more to do.',
    },
    expired: {
      title: 'This link has expired',
      text: 'It was good for a day. Sign in, and we send you a new one.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'There may be a newer one in your mailbox. If not, sign in, and we send you one.',
    },
  },

  change: {
    title: 'Password',
    open: 'Change password',
    current: 'Current password',
    label: 'New password',
    button: 'Save the password',
    done: 'Your password is changed. Everywhere else you are signed out.',
    wrong: 'This is not your current password.',
    none: 'Your account has no password yet. Please choose one with “Forgot your password?” on the sign-in page.',
  },

  signUpSent: {
    title: 'Please look into your mailbox',
    text: (email: string) =>
      `We have written to ${email}. The link in that mail works for a day; once you have opened it you can sign in.`,
    nothing: 'Nothing there? Please look among the spam, or check the address.',
    again: 'Sign up with another address',
  },

  unopened: (email: string) =>
    `We have written to ${email}. Once you have opened the link in that mail, you can sign in. If it is lost or too old, we send a new one.`,
} as const;
