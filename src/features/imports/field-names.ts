import { isOffered } from '#src/shared/currencies.ts';
import { FIELD_FORMS } from '#src/shared/tool-fields/field-forms.ts';
import { mapPlainFields, PLAIN_FIELDS } from '#src/shared/tool-fields/plain-fields.ts';
import { IMPORT_FIELDS, type ImportField } from './rules.ts';

/** The column name of each field in an export. An import recognizes its columns by them. */
export const FIELD_NAMES: Record<ImportField, string> = {
  sku: 'SKU',
  itemName: 'Name',
  about: 'About',
  balance: 'Unit price',
  quantity: 'Stock',
  exportedStock: 'Stock when exported',
  minOrderQuantity: 'Minimum order',
  packMultiple: 'Pack of',
  maxOrderQuantity: 'Maximum order',
  reorderLevel: 'Reorder level',
  volumePrices: 'Volume prices',
  state: 'State',
  category: 'Category',
  specifications: 'Specification',
  weight: 'Weight',
  size: 'Size',
  pictures: 'Pictures',
  relations: 'Related products',
  makerName: 'Maker',
  makerAddress: 'Address of the maker',
  ...mapPlainFields((name) => FIELD_FORMS[name].column ?? PLAIN_FIELDS[name].label),
  slug: 'Address of its page',
};

/**
 * The last columns of an export, which an import ignores: a CSV contains no files, and the moment at which a product
 * and its stock were read is for people.
 */
const UNREAD_COLUMNS = ['Documents', 'Exported at'];

/** The last column of a download of rows with errors. An import leaves it out. */
export const REASON_COLUMN = 'What is wrong';

/** The header of an export of tools. */
export const EXPORT_COLUMNS = [...IMPORT_FIELDS.map((field) => FIELD_NAMES[field]), ...UNREAD_COLUMNS];

/** Other common names, in the form of `toPlainName`. */
const OTHER_NAMES: Record<ImportField, string> = {
  sku: 'artikelnummer artikelnr artnr itemnumber itemno partnumber partno partnr productcode productnumber articlenumber articleno materialnumber materialnummer bestellnummer referenz reference mpn variantsku code',
  itemName:
    'itemname title productname product producttitle tool toolname bezeichnung artikelbezeichnung artikelname produktname titel nom designation',
  about: 'description longdescription shortdescription bodyhtml beschreibung artikelbeschreibung langtext text',
  balance: [
    'balance price unitprice netprice netunitprice pricenet salesprice sellingprice regularprice variantprice priceusd',
    'preis einzelpreis nettopreis preisnetto netto nettoverkaufspreis verkaufspreis vk vknetto vkpreis stückpreis stueckpreis',
    'prix prixht prixnet prixunitaire prixunitaireht precio precioneto preciounitario prezzo prezzonetto prezzounitario',
    'preço preçounitário prijs nettoprijs stuksprijs cena cenanetto pris nettopris hinta',
  ].join(' '),
  quantity:
    'quantity qty stockquantity available onhand inventory inventoryquantity stocklevel variantinventoryqty bestand lagerbestand menge verfügbar verfuegbar pieces',
  exportedStock: 'formerstock previousstock',
  minOrderQuantity:
    'minorder minorderquantity minimumorder minimumorderquantity minimumquantity minquantity minimum moq minqty mindestbestellmenge mindestmenge mindestabnahme',
  packMultiple:
    'packmultiple pack packsize packagesize packquantity packunit multiple verpackungseinheit ve packung vpe',
  maxOrderQuantity:
    'maxorderquantity maximumorderquantity maximumquantity maxquantity maxqty maximum höchstmenge hoechstmenge maximalmenge',
  reorderLevel:
    'reorderpoint reorderat minstock minimumstock safetystock lowstock lowstockamount lowstockthreshold meldebestand mindestbestand bestellpunkt',
  volumePrices: 'volumeprices tierprices pricebreaks quantityprices staffelpreise scaleprices',
  state: 'status zustand',
  category:
    'categories productcategory producttype kategorie kategorien warengruppe produktgruppe catégorie categoría categoria categorie',
  specifications: 'specifications attributes technicaldata merkmale technischedaten eigenschaften',
  weight: 'gewicht grossweight netweight weightvalue bruttogewicht nettogewicht poids peso',
  size: 'dimensions abmessungen maße masse größe groesse',
  pictures: 'picture image images imageurl imagesrc imageurls productimageurl photo photos bild bilder bildurl',
  relations: 'relations relatedtools related accessories zubehör zubehoer ersatzteile',
  makerName: 'makername manufacturer brand vendor hersteller herstellername marke',
  makerAddress: 'makeraddress manufactureraddress manufacturersaddress herstelleradresse',
  ...mapPlainFields((name) => FIELD_FORMS[name].otherColumns),
  slug: 'pageaddress slug url handle urlkey permalink',
};

/**
 * Names that only count if no other column of the file is a better one: where a file has a net price and a list price,
 * the latter is what a shop recommends.
 */
const WEAK_NAMES: { [Field in ImportField]?: string } = {
  balance: 'listprice listenpreis prixpublic uvp rrp msrp',
  category: 'type',
  weight: 'variantgrams grams',
};

/** Headings that only an export of WooCommerce has. Its 'Type' is 'simple' or 'variable'. */
const WOOCOMMERCE = new Set(['visibilityincatalog', 'isfeatured', 'backordersallowed']);

/** A column's name without case, accents, blanks and signs. */
export function toPlainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const BY_NAME = new Map(
  // If several fields claim a name, the first one gets it.
  IMPORT_FIELDS.toReversed().flatMap((field) => [
    ...OTHER_NAMES[field].split(' ').map((name) => [name, field] as const),
    [toPlainName(field), field] as const,
    [toPlainName(FIELD_NAMES[field]), field] as const,
  ]),
);

const BY_WEAK_NAME = new Map(
  Object.entries(WEAK_NAMES).flatMap(([field, names]) =>
    names.split(' ').map((name) => [name, field as ImportField] as const),
  ),
);

const EXPORT_NAMES: ReadonlySet<string> = new Set(EXPORT_COLUMNS.map(toPlainName));

export const isExportColumn = (name: string): boolean => EXPORT_NAMES.has(toPlainName(name));

/** The fields that columns stand for by their names. Each field is used once; null for unknown names. */
export function guessFields(names: readonly string[]): (ImportField | null)[] {
  const taken = new Set<ImportField>();
  const take = (field: ImportField | undefined) => {
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  };
  const plain = names.map(toPlainName);
  const isWooCommerce = plain.some((name) => WOOCOMMERCE.has(name));
  const strong = plain.map((name) => take(findByName(BY_NAME, name)));
  const fields = strong.map((field, at) => {
    const name = plain[at] ?? '';
    if (field || (name === 'type' && isWooCommerce)) return field;
    return take(findByName(BY_WEAK_NAME, name));
  });
  // A tool has no maker without an address, so each row of such a file would be a fault.
  if (!taken.has('makerAddress'))
    for (const [at, field] of fields.entries())
      if (field === 'makerName' && !isExportColumn(names[at] ?? '')) fields[at] = null;
  // A price list has only one text, and calls it a description.
  return taken.has('itemName') ? fields : fields.map((field) => (field === 'about' ? 'itemName' : field));
}

const CURRENCY_OR_PIECES = /(?:in)?([a-z]{3})$/;
const dropUnit = (ending: string, unit: string) =>
  unit === 'pcs' || unit === 'stk' || isOffered(unit.toUpperCase()) ? '' : ending;
/** Only names of measures end with a unit: 'belting' is not a 'belt' in grams. */
const UNIT = /(in)?(kg|g|gr|grams?|gramm|kilogramm?|lbs?|oz|mm|cm|in|inch|inches)$/;

function findByName(known: ReadonlyMap<string, ImportField>, name: string): ImportField | undefined {
  const whole = known.get(name.replace(CURRENCY_OR_PIECES, dropUnit)) ?? known.get(name);
  const measure = known.get(name.replace(UNIT, ''));
  return whole ?? (measure === 'weight' || measure === 'size' ? measure : undefined);
}
