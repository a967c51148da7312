// Apart from the other texts, because every page loads the code that shows these.

export const NOT_SET_UP = 'Google sign-in is not set up for this shop. Please use your e-mail and password.';

export const UNCONFIRMED = 'Please confirm your e-mail address first, by the link in the mail we have sent.';

export const NOT_FINISHED =
  'Signing in with Google was not finished. Please try again, or use your e-mail and password.';
