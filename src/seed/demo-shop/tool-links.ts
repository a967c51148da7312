import type { DocumentKind, RelationKind } from '#src/features/catalogue/tool/kinds.ts';
import type { demoDocumentFiles } from './document-files.ts';

/** The category of the demo tools, by the beginning of their SKU; the first that fits. */
const demoCategories: readonly (readonly [sku: string, path: string])[] = [
  ['HM', 'Hand tools > Hammers'],
  ['WR-C', 'Hand tools > Wrenches > Combination wrenches'],
  ['WR', 'Hand tools > Wrenches'],
  ['PL', 'Hand tools > Pliers'],
  ['SD', 'Hand tools > Screwdrivers'],
  ['CL', 'Holding > Clamps'],
  ['VI', 'Holding > Vises'],
  ['CU', 'Cutting > Cutters'],
  ['SA', 'Cutting > Saws'],
  ['CH', 'Cutting > Chisels'],
  ['PN', 'Cutting > Planes'],
  ['FI', 'Cutting > Files'],
  ['DR', 'Drilling and grinding > Drilling'],
  ['GR', 'Drilling and grinding > Grinding and sharpening'],
  ['ME', 'Measuring'],
];

/** The path of a demo tool's category. */
export function getDemoCategory(sku: string): string {
  return demoCategories.find(([beginning]) => sku.startsWith(beginning))?.[1] ?? '';
}

/** What goes with a demo tool: by SKU, the kind and the SKU of the other one. */
export const demoRelations: Readonly<Record<string, readonly (readonly [RelationKind, string])[]>> = {
  'DR-K13': [['accessory', 'DR-T8']],
  'DR-T8': [['fits', 'DR-K13']],
  'CH-B25': [['accessory', 'GR-S1040']],
  'PN-B35': [['accessory', 'GR-S1040']],
  'GR-S1040': [
    ['fits', 'CH-B25'],
    ['fits', 'PN-B35'],
  ],
  'CH-C200': [['accessory', 'HM-BP24']],
};

interface DemoDocument {
  file: keyof typeof demoDocumentFiles;
  kind: DocumentKind;
  title: string;
  skus: readonly string[];
}

export const demoDocuments: readonly DemoDocument[] = [
  {
    file: 'combinationWrenches',
    kind: 'datasheet',
    title: 'Combination wrenches, DIN 3113 form A',
    skus: ['WR-C13', 'WR-C17', 'WR-C19', 'WR-C22'],
  },
  { file: 'grindingWheel', kind: 'safety_sheet', title: 'Mounting and running a grinding wheel', skus: ['GR-W200'] },
  { file: 'torqueWrench', kind: 'certificate', title: 'Calibration to ISO 6789-2, form', skus: ['WR-T200'] },
];
