import { createContext } from 'react-router';
import type { AppContext } from './app-context.server.ts';

/** What the loaders and actions of pages work with. */
export type PageContext = Pick<
  AppContext,
  | 'db'
  | 'publicUrl'
  | 'limits'
  | 'log'
  | 'initialMailState'
  | 'notify'
  | 'getCompany'
  | 'shopSettings'
  | 'taxRates'
  | 'shipping'
  | 'identity'
  | 'settings'
  | 'sources'
>;

export const pageContext = createContext<PageContext>();
