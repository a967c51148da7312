/** The key of the access token in local storage, as the specification names it. */
export const ACCESS_TOKEN_KEY = 'accessToken';

/** The owner and the expiry time of the stored token. In local storage, so that all tabs know them. */
export const TOKEN_DETAILS_KEY = 'accessTokenDetails';

/** The key that marks this token as that of somebody on the staff. It only affects what is shown. */
export const ROLE_KEY = 'role';
