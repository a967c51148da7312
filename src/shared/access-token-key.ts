/** Where the access token is in local storage, as the specification names it. */
export const ACCESS_TOKEN_KEY = 'accessToken';

/** Whose the stored token is and when it expires; in local storage, so that all tabs know. */
export const TOKEN_DETAILS_KEY = 'accessTokenDetails';

/** Where it says so that this token is an admin's. Only what is shown depends on it. */
export const ROLE_KEY = 'role';
