/** What the parts of an address are called in each country, and which of them are required. */

const toSet = (codes: string) => new Set(codes.split(' '));

const NEEDS_POSTAL_CODE = toSet(
  'AS AT AU AX BE BL BR CA CH CN CZ DE DK ES FI FK FM FO FR GB GF GG GL GP GR GS GU HU IM IN IO IT JE JP KR LI LT LU ' +
    'MC MF MH MP MQ MX MY NC NL NO NZ PF PL PM PN PR PT PW RE RU SE SG SH SI SJ SK SM TC TR TW UA US VI WF YT ZA',
);

const NEEDS_REGION = toSet(
  'AE AS AU BR CA CN CO CR ES FM HK HN ID IN IQ IT JM JP KN KR KY MH MP MX NR PF PG PW RU SO SV TW UA UM US VE',
);

/** Districts are as often in the address lines as in their own field. */
const MAY_LACK_CITY = toSet('AE HK ID KY NR');

/** The format omits the city or has it in the lines, but people write it, and parcels without it get lost. */
const HAS_CITY_ALL_THE_SAME = toSet('AE JP KY');

const REGION_NAMES: Readonly<Record<string, string>> = {
  State: 'AS AU BR CC CX FM HM IN MH MP MX MY NF NG PW UM US VE',
  Province: 'AR CA CN CR CU ES ID IR IT MZ PA PG PH TH TR VN',
  Prefecture: 'JP',
  County: 'EE IE TW',
  Department: 'CO HN NI SV UY',
  Emirate: 'AE',
  Island: 'BS CV KI KN KY PF SC TV',
  Parish: 'BB JM',
  District: 'NR SR',
  Governorate: 'EG IQ',
  Area: 'HK',
};

const POSTAL_CODE_NAMES: Readonly<Record<string, string>> = {
  'ZIP code': 'AS FM GU MH MP PH PR PW UM US VI',
  Postcode: 'AU CC CX FK GB GG GI GS HM IM IO JE NF NL NZ PN SH TC',
  'PIN code': 'IN',
  Eircode: 'IE',
};

const CITY_NAMES: Readonly<Record<string, string>> = {
  'Town or city': 'GB GG GI IE IM JE NL NO SE SJ ZA',
  'City or suburb': 'AU CC CX HM NF NZ',
  'City or ward': 'JP',
  District: 'HK',
};

const VAT_ID_NAMES: Readonly<Record<string, string>> = {
  'VAT ID':
    'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IM IS IT LI LT LU LV MC MT NL NO PL PT RO RS SE SI SK ZA',
  ABN: 'AU',
  GSTIN: 'IN',
  CNPJ: 'BR',
  RFC: 'MX',
};

const find = (names: Readonly<Record<string, string>>, country: string) =>
  Object.keys(names).find((name) => names[name]?.split(' ').includes(country));

/** What the parts of an address are called in a country, and which are required if its format has them. */
export function getCountryTerms(country: string) {
  return {
    needsPostalCode: NEEDS_POSTAL_CODE.has(country),
    needsRegion: NEEDS_REGION.has(country),
    needsCity: !MAY_LACK_CITY.has(country),
    hasCityAllTheSame: HAS_CITY_ALL_THE_SAME.has(country),
    region: find(REGION_NAMES, country) ?? 'Region',
    postalCode: find(POSTAL_CODE_NAMES, country) ?? 'Postal code',
    city: find(CITY_NAMES, country) ?? 'City',
    vatId: find(VAT_ID_NAMES, country) ?? 'Tax ID',
  };
}
