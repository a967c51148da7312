import type { PageState } from './page-state.ts';
import { createAlert, createSoldOutTool } from './stock-alert-helpers.ts';

/** The pages for alerts about sold-out tools. */
export const STOCK_ALERT_PAGE_STATES: PageState[] = [
  {
    name: 'tool-page-sold-out',
    path: async (_, shop) => (await createSoldOutTool(shop)).page,
    heading: /^Scratch awl/,
    shows: 'Email address for the alert',
  },
  {
    name: 'alert',
    path: async (_, shop) => `/alerts/new?tool=${(await createSoldOutTool(shop)).id}`,
    heading: 'Notify me when it is back',
  },
  { name: 'alert-sent', path: '/alerts/sent', heading: 'Please check your email' },
  {
    name: 'alert-confirm',
    route: '/alerts/confirm/:token',
    path: (_, shop) => createAlert(shop),
    heading: 'Confirm your alert',
  },
  { name: 'alert-confirmed', path: '/alerts/confirmed', heading: 'Your alert is set' },
  { name: 'alert-ended', path: '/alerts/ended', heading: 'The alert has ended' },
  { name: 'alert-unknown', path: `/alerts/end/${'A'.repeat(43)}`, heading: 'This link does not work' },
];
