import type { CompanyPage, ShopFacts } from './company-page.ts';
import { cookies } from './pages/cookies.ts';
import { jobs } from './pages/jobs.ts';
import { press } from './pages/press.ts';
import { privacy } from './pages/privacy.ts';
import { terms } from './pages/terms.ts';

/** The pages behind the footer, by the path of each. */
export const companyPages: Readonly<Record<string, (facts: ShopFacts) => CompanyPage>> = {
  jobs,
  press,
  terms,
  privacy,
  cookies,
};
