import type { Company } from '#src/shared/company.ts';

type LinkedValue = string | number | boolean | LinkedData | LinkedValue[];

/** A schema.org object. */
export interface LinkedData {
  '@type': string;
  [property: string]: LinkedValue;
}

/** A reference to the company from another object. `canonical` is the URL of any page of the shop. */
export function companyReference(canonical: string, company: Pick<Company, 'name'>): LinkedData {
  return { '@type': 'Organization', '@id': new URL('/#company', canonical).href, name: company.name };
}

/** The company behind the shop. `canonical` is the URL of any page of the shop. */
export function organizationData(canonical: string, company: Company): LinkedData {
  const [street = '', town = '', country = ''] = company.address;
  const [, locality = town, region = '', postcode = ''] = /^(.*), (\w+) (\d+)$/.exec(town) ?? [];
  return {
    ...companyReference(canonical, company),
    legalName: company.legalName,
    url: new URL('/home', canonical).href,
    logo: new URL('/icons/512.png', canonical).href,
    ...(company.foundedIn ? { foundingDate: company.foundedIn } : {}),
    email: company.email,
    telephone: company.phone.uri,
    ...(company.taxNumber ? { taxID: company.taxNumber } : {}),
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: locality,
      addressRegion: region,
      postalCode: postcode,
      addressCountry: country === 'United States' ? 'US' : country,
    },
  };
}

export function websiteData(canonical: string, company: Company, description: string): LinkedData {
  return {
    '@type': 'WebSite',
    name: company.name,
    description,
    url: new URL('/home', canonical).href,
    publisher: companyReference(canonical, company),
  };
}

/** The path from the home page to a page; the last step is the page itself. */
export function breadcrumbData(canonical: string, steps: [name: string, path: string][]): LinkedData {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: new URL(path, canonical).href,
    })),
  };
}

/** Several objects in their order. */
export function listData(name: string, items: LinkedData[]): LinkedData {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: items.length,
    itemListElement: items.map((item, at) => ({ '@type': 'ListItem', position: at + 1, item })),
  };
}
