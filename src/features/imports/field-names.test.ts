import { describe, expect, test } from 'vitest';
import { guessFields } from './field-names.ts';
import { completeCell } from './heading-units.ts';

describe('columns are recognized by their headings', () => {
  test.each([
    'Net price',
    'Net price (EUR)',
    'Price net',
    'Preis netto',
    'VK netto',
    'Nettopreis in EUR',
    'Prix HT',
    'Prix unitaire HT',
    'Precio neto',
    'Prezzo netto',
    'Preço',
    'Nettoprijs',
    'Cena netto',
    'List price',
  ])('%s is the price', (heading) => {
    expect(guessFields(['SKU', heading])).toEqual(['sku', 'balance']);
  });

  test('where a file has a list price and a net price, the latter is the price, wherever it stands', () => {
    expect(guessFields(['SKU', 'List price', 'Net price'])).toEqual(['sku', null, 'balance']);
    expect(guessFields(['SKU', 'Net price', 'List price'])).toEqual(['sku', 'balance', null]);
  });

  test('an export of WooCommerce has its category in “Categories”, and nothing in “Type”', () => {
    const names = ['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Is featured?', 'Visibility in catalog'];
    const more = ['Description', 'Stock', 'Weight (kg)', 'Sale price', 'Regular price', 'Categories', 'Images'];
    const fields = [null, null, 'sku', 'gtin', 'itemName', null, null];
    const others = ['about', 'quantity', 'weight', null, 'balance', 'category', 'pictures'];
    expect(guessFields([...names, ...more])).toEqual([...fields, ...others]);
    expect(guessFields(names)).toEqual(fields);
  });

  test('an export of Shopify has its category in “Product Category”, or else in “Type”', () => {
    const names = ['Handle', 'Title', 'Body (HTML)', 'Type', 'Variant SKU', 'Variant Grams', 'Variant Price', 'Status'];
    const fields = ['slug', 'itemName', 'about', 'category', 'sku', 'weight', 'balance', 'state'];
    expect(guessFields(names)).toEqual(fields);
    expect(guessFields(['Type', 'Product Category'])).toEqual([null, 'category']);
  });

  test('a maker without a column for its address is not imported by itself, since no tool has one without the other', () => {
    expect(guessFields(['SKU', 'Vendor'])).toEqual(['sku', null]);
    expect(guessFields(['Brand', 'Manufacturer address'])).toEqual(['makerName', 'makerAddress']);
    expect(guessFields(['SKU', 'Maker'])).toEqual(['sku', 'makerName']);
  });

  test.each(['Weight kg', 'Weight (kg)', 'Weight in kg', 'Gewicht [kg]', 'Poids kg', 'weight_g'])(
    '%s is the weight',
    (heading) => {
      expect(guessFields(['SKU', heading])).toEqual(['sku', 'weight']);
    },
  );
});

describe('a cell is completed by its heading', () => {
  test('a weight or size without a unit has that of the heading', () => {
    expect(completeCell('1,59', 'Weight kg', 'weight')).toBe('1,59 kg');
    expect(completeCell('1590', 'Variant Grams', 'weight')).toBe('1590 g');
    expect(completeCell('300 x 150 x 80', 'Size (mm)', 'size')).toBe('300 x 150 x 80 mm');
    expect(completeCell('850 g', 'Weight kg', 'weight')).toBe('850 g');
    expect(completeCell('1,59', 'Weight', 'weight')).toBe('1,59');
    expect(completeCell('', 'Weight kg', 'weight')).toBe('');
  });

  test('of several categories, the deepest is the tool’s', () => {
    expect(completeCell('Tools, Tools > Wrenches', 'Categories', 'category')).toBe('Tools > Wrenches');
    expect(completeCell('Tools > Wrenches, Sale', 'Categories', 'category')).toBe('Tools > Wrenches');
    expect(completeCell(String.raw`Nuts\, bolts`, 'Categories', 'category')).toBe('Nuts, bolts');
    expect(completeCell('Nuts, bolts', 'Category', 'category')).toBe('Nuts, bolts');
  });
});
