import { expect, test } from 'vitest';
import { joinUnits } from './units.ts';

/** Makes no-break spaces visible. */
const shown = (text: string) => joinUnits(text).replaceAll('\u00a0', '_');

test.each([
  ['Bench vise, 150 mm, ductile iron', 'Bench vise, 150_mm, ductile iron'],
  ['Grinding wheel, 200 x 25 x 32 mm, WA60K', 'Grinding wheel, 200_x_25_x_32_mm, WA60K'],
  ['for pipe to 1 1/2 in and nuts to 42 mm', 'for pipe to 1_1/2_in and nuts to 42_mm'],
  ['50 to 57 HRC, not above 60 °C', '50 to 57_HRC, not above 60_°C'],
  ['with 5 % cobalt, 1 Nm, 35 m/s, 3,340 rpm', 'with 5_% cobalt, 1_Nm, 35_m/s, 3,340_rpm'],
  ['about 90 Shore A, 12 kg, 24 oz', 'about 90_Shore A, 12_kg, 24_oz'],
  ['From 10 to 640 pieces. 1 piece, 10 pcs', 'From 10 to 640_pieces. 1_piece, 10_pcs'],
  ['135 degree split point, ground at 25 degrees', '135_degree split point, ground at 25_degrees'],
  ['held for 72 hours, or 3 days', 'held for 72_hours, or 3_days'],
  ['made to ISO 13385-1 and ASME B107.300', 'made to ISO_13385-1 and ASME_B107.300'],
])('in %j each number keeps its unit', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each(['Packed 10 to a box', '8 mmx', '5 minus 3', '1000 and 4000', 'class II, 24 items', 'mm 5', '150mm', ''])(
  '%j does not change',
  (text) => {
    expect(joinUnits(text)).toBe(text);
  },
);
