import type { Company } from '#src/shared/company.ts';
import { toPhoneUri } from '#src/shared/phone.ts';

/** The settings that say what the company is. */
export interface CompanySettings {
  shopName: string;
  legalName: string;
  street: string;
  town: string;
  country: string;
  taxNumber: string;
  phone: string;
  email: string;
  hours: string;
  timeZone: string;
  latitude: number;
  longitude: number;
  headline: string;
  foundedIn: string;
  copyrightYear: string;
  deliversTo: string;
}

/** What the shop says of its company until an owner changes it. Apart from the other settings, since every page has it. */
export const COMPANY_DEFAULTS: Readonly<CompanySettings> = {
  shopName: 'Ironmonger',
  legalName: 'Ironmonger Tool Company',
  street: '1992 Foundry Street',
  town: 'Cleveland, OH 44114',
  country: 'United States',
  taxNumber: '',
  phone: '+1 (216) 555-0192',
  email: 'sales@ironmonger.example',
  hours: 'Monday to Friday, 8 AM to 5 PM (Eastern Time)',
  timeZone: 'UTC',
  latitude: 41.505,
  longitude: -81.69,
  headline: 'Hand tools by the box, straight from the maker',
  foundedIn: '1992',
  copyrightYear: '2022',
  deliversTo: '',
};

/** The part of the settings about the company, for pages and emails. */
export function toCompany(settings: CompanySettings): Company {
  const { shopName, legalName, street, town, country, taxNumber, phone, email, hours, timeZone } = settings;
  const { latitude, longitude, headline, foundedIn, copyrightYear, deliversTo } = settings;
  return {
    name: shopName,
    legalName,
    address: [street, town, country].filter(Boolean),
    taxNumber: taxNumber || null,
    phone: { formatted: phone, uri: toPhoneUri(phone) },
    email,
    hours,
    timeZone,
    location: { latitude, longitude },
    headline,
    foundedIn: foundedIn || null,
    copyrightYear: copyrightYear || null,
    deliversTo: deliversTo ? deliversTo.split(', ') : [],
  };
}
