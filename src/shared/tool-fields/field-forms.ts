import type { PlainField } from './plain-fields.ts';

/** How admins and programs write a plain field. Its label and what visitors need are in `plain-fields.ts`. */
interface FieldForm {
  hint: string;
  /** Its description in the API document. */
  description: string;
  /** For fields with several lines: how many are visible at once. */
  rows?: number;
  inputMode?: 'numeric';
  /** For a fixed choice: what its empty value is called. */
  none?: string;
  /** The name of its column in an export, if it differs from the label. */
  column?: string;
  /** Other names of that column, in the form that `toPlainName` returns. */
  otherColumns: string;
  /**
   * The maximum length of a text in a cell. Codes have none: a cell that is too long gets the error that explains the
   * code.
   */
  maxText?: number;
}

export const FIELD_FORMS: Readonly<Record<PlainField, FieldForm>> = {
  family: {
    hint: 'Tools in the same family are shown as sizes of one tool, such as Combination wrench DIN 3113.',
    description: 'Tools of the same family are sizes of one tool. Empty if there is none.',
    otherColumns: 'productfamily series familie serie baureihe',
    maxText: 60,
  },
  gtin: {
    hint: 'The number below the bar code: 8, 12, 13 or 14 digits.',
    description: '8, 12, 13 or 14 digits including the check digit; null if there is none.',
    inputMode: 'numeric',
    otherColumns: 'ean ean13 eancode upc barcode gtin13 gtin14 strichcode variantbarcode gtinupceanorisbn',
  },
  countryOfOrigin: {
    hint: 'Where it is made: the English name of the country or its code, such as Germany or DE.',
    description:
      'Where it is made: an ISO 3166-1 code such as DE. The English name is accepted, too. Empty if unknown.',
    otherColumns: 'origin madein countryofmanufacture country ursprungsland herkunftsland herkunft paysdorigine',
  },
  warnings: {
    hint: 'One per line.',
    description: 'Safety warnings, one per line.',
    rows: 3,
    column: 'Warnings',
    otherColumns: 'safetywarnings warning warnhinweise sicherheitshinweise',
    maxText: 2_000,
  },
  taxClass: {
    hint: 'standard, reduced, zero, or a class of your own that a tax rate names. Blank is standard.',
    description: 'Which tax rates apply to it: `standard`, `reduced`, `zero`, or a class of the shop’s own.',
    otherColumns: 'taxcategory taxcode producttaxcode varianttaxcode vatclass steuerklasse steuersatzklasse',
  },
  packWeight: {
    hint: 'With its box, such as 2.5 kg. Shipping counts it for each full pack instead of the weight of the pieces.',
    description:
      'What a full pack weighs with its box, such as `2.5 kg`, in g, kg, oz or lb. Empty if it is what its pieces weigh.',
    otherColumns: 'packageweight grossweight boxweight bruttogewicht packungsgewicht',
  },
  shipsSeparately: {
    hint: 'Each pack pays the price of a parcel of its own.',
    none: 'Together with other tools',
    description: '`yes` if each pack is a parcel of its own, for which shipping is charged separately; else empty.',
    otherColumns: 'shipseparately shipsalone ownparcel sperrgut',
  },
  notShippedTo: {
    hint: 'Names or codes of countries, or regions such as US-HI, separated by commas. Buyers there can only pick it up.',
    description:
      'Where it is not shipped, such as `CH, US-HI`: codes of countries, or of their regions; it can be picked up. English names are accepted, too.',
    otherColumns: 'excludedcountries notshipto shippingexclusions',
  },
};
