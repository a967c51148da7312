/** Where the access token is in local storage, as the specification names it. */
export const ACCESS_TOKEN_KEY = 'accessToken';
