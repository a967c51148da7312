// Separate from the other texts, because every page loads the code that shows these.

export const NOT_SET_UP = 'Google sign-in is not set up for this shop. Please use your email and password.';

export const UNCONFIRMED = 'Please confirm your email address first. Open the link in the email we sent you.';

export const NOT_FINISHED = 'The Google sign-in was not completed. Please try again, or use your email and password.';
