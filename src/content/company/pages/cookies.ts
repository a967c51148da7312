import type { CompanyPage } from '../company-page.ts';

export const cookies = (): CompanyPage => ({
  title: 'Cookie policy',
  text: 'The shop sets three cookies, and only once you sign in. This page lists everything that the shop stores in your browser.',
  description:
    'The three cookies that this shop sets, and what it stores in your browser: names, purposes and periods.',
  since: '2026-11-23',
  sections: [
    {
      title: 'Without signing in',
      blocks: [
        'You can read every public page without a cookie. There are no third-party cookies, and nothing tracks you, so there is no banner to click away.',
      ],
    },
    {
      title: 'The cookies',
      blocks: [
        {
          entries: [
            [
              'ironmonger.session_token',
              'Keeps you signed in. It is set when you sign in or sign up, and removed when you log out. It expires after seven days without a visit. Scripts cannot read it, and your browser sends it to this shop only. On a secure connection its name begins with __Secure-.',
            ],
            [
              'ironmonger.device',
              'Shows that your password was entered in this browser before, so that somebody who guesses at it elsewhere cannot lock you out here. It holds random characters and a signature but no name, and it does not sign anybody in. It is set when you sign in or sign up, and stays for 400 days. Scripts cannot read it, and your browser sends it to this shop only. On a secure connection its name begins with __Host-.',
            ],
            [
              'ironmonger.rows',
              'Remembers that you want dense lists on your dashboard. It is set when you choose them, and removed when you no longer do. It stays for a year.',
            ],
          ],
        },
      ],
    },
    {
      title: 'What is kept in your browser’s storage',
      blocks: [
        'These entries stay in your browser, and only this shop reads them.',
        {
          entries: [
            [
              'accessToken',
              'Opens your own pages. It is valid for fifteen minutes, renewed while you are signed in, and removed when you log out.',
            ],
            [
              'accessTokenDetails',
              'Says whose access token it is, and how long it is valid. It is removed with the token.',
            ],
            [
              'basket:1',
              'The tools that you put into the basket before signing in, and what they cost at that time. It is removed when your account has stored them, or when you empty the basket.',
            ],
            [
              'accountBasket:1',
              'Your account’s basket, and whose it is, so that nothing is lost when there is no connection. It is removed when you log out.',
            ],
            [
              'signingOut',
              'Exists only while you log out. It tells your other tabs, and it tells the shop later if the shop could not be reached.',
            ],
            [
              'draft: and a form’s name',
              'What you are entering in a form, so that a reload does not lose it. Passwords and card data are never stored. The draft is removed when you send the form, log out or close the tab. It is also removed when somebody else signs in.',
            ],
            [
              'draftsOf',
              'Whose drafts these are: the email address that was last used to sign in in this tab. It keeps other people who sign in from finding your drafts. It is removed when you log out or close the tab.',
            ],
            [
              'react-router-scroll-positions',
              'How far you had scrolled, so that “back” brings you there. It is removed when you close the tab.',
            ],
          ],
        },
      ],
    },
    {
      title: 'If you want none of it',
      blocks: [
        'Log out, and then clear this site’s data in your browser’s settings. Without cookies you can still read everything that is public and send the forms. To order, you must sign in.',
        { links: [{ to: '/privacy', label: 'Privacy policy' }] },
      ],
    },
  ],
});
