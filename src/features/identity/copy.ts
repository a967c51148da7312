import type { GoogleError } from './rules.ts';
import { NOT_FINISHED } from './ui/sign-in-copy.ts';

/** Shown to a user who comes back from Google without being signed in. */
export const googleErrors: Record<GoogleError, string> = {
  refused: NOT_FINISHED,
  stale: 'This Google sign-in took too long, or was started in another browser. Please try again.',
  unverified: 'Google has not verified your email address, so we cannot use it. Please sign up with a password.',
  not_linked:
    'You already have an account here, but its email address is not confirmed yet. Please choose a new password with “Forgot your password?”. Then you can also sign in with Google.',
  unreachable: 'Google cannot be reached right now. Please try again in a moment, or use your email and password.',
  too_many: 'Too many attempts. Please try again in a few minutes.',
  busy: 'The shop could not sign you in. Please try again in a moment.',
  failed: 'Google’s response could not be verified, so you were not signed in. Please try again.',
};

export const IDENTITY_ILLUSTRATION = '/images/marks/lock-open.svg';

/** The texts of the pages that emailed links lead to, and of the forms around them. */
export const identityCopy = {
  home: 'Go to the home page',

  forgot: {
    link: 'Forgot your password?',
    title: 'Forgot your password?',
    text: 'Enter your email address, and we will send you a link to choose a new password.',
    button: 'Send link',
    sent: (email: string) =>
      `If ${email} has an account, we sent an email to it. The link in the newest email works for one hour. No email? Please check your spam folder, or make sure the address is correct.`,
    instead: 'Use “Forgot your password?” to choose a new one. It works right away.',
    notSent: 'The link could not be sent. Please try again in a moment.',
    back: 'Back to sign-in',
  },

  reset: {
    title: 'Choose a new password',
    text: 'It replaces your old password and signs you out on all devices.',
    label: 'New password',
    button: 'Save password',
    done: {
      title: 'Your password has been changed',
      text: 'You are signed out on all devices. Please sign in with your new password.',
    },
    used: {
      title: 'This link was already used',
      text: 'Each link works only once. If you did not use it, please request a new one.',
    },
    expired: {
      title: 'This link has expired',
      text: 'It was valid for one hour. Nothing was changed; please request a new one.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'You may have a newer email from us. If not, please request a new link.',
    },
    again: 'Send a new link',
  },

  confirm: {
    title: 'Confirm your address',
    open: {
      text: 'One more step: press the button if you signed up here with the email address that received this link. If this was not you, please close this page.',
      button: 'Confirm address',
    },
    /** For a link that needs a password, too. */
    asking: {
      text: 'One more step: enter the password you chose when you signed up here. This signs you out on all other devices. If you did not sign up, please close this page.',
      choose: 'Please try again, or choose a new password. The password you enter now replaces any earlier one.',
      label: 'Your password',
      forgotten: 'Forgot it? Enter a new one, and we will ask you to confirm it.',
      newLabel: 'Your password, or a new one',
    },
    passwords: {
      password_missing: 'Please enter the password you signed up with.',
      password_other: 'This is not the password you signed up with.',
    },
    done: {
      title: 'Thank you',
      text: 'Your email address is confirmed.',
      signedIn: 'Your email address is confirmed. You are signed in here and signed out on all other devices.',
    },
    used: {
      title: 'This link was already used',
      text: 'Your address is already confirmed. There is nothing more to do.',
    },
    expired: {
      title: 'This link has expired',
      text: 'It was valid for one day. Sign in, and we will send you a new one.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'You may have a newer email from us. If not, sign in, and we will send you a new link.',
    },
  },

  change: {
    title: 'Password',
    open: 'Change password',
    current: 'Current password',
    label: 'New password',
    button: 'Save password',
    cancel: 'Cancel',
    done: 'Your password has been changed. You are signed out on all other devices.',
    wrong: 'This is not your current password.',
    none: 'Your account does not have a password yet. Please choose one with “Forgot your password?” on the sign-in page.',
  },

  signUpSent: {
    title: 'Please check your email',
    text: (email: string) => `We sent an email to ${email}. Open the link in it within one day, and you can sign in.`,
    nothing: 'No email? Please check your spam folder, or make sure the address is correct.',
    again: 'Sign up with a different address',
  },

  unopened: (email: string) =>
    `We sent an email to ${email}. Open the link in it, and you can sign in. If the link is lost or expired, we will send a new one.`,
} as const;
