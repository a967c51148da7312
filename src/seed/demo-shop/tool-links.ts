import type { DocumentKind, RelationKind } from '#src/features/catalogue/kinds.ts';
import type { demoDocumentFiles } from './document-files.ts';

/** The category of the demo tools, by the first two letters of their SKU. */
export const demoCategories: Readonly<Record<string, string>> = {
  HM: 'Hammers',
  WR: 'Wrenches',
  PL: 'Pliers',
  CU: 'Cutters',
  SA: 'Saws',
  CH: 'Chisels',
  CL: 'Clamps',
  ME: 'Measuring',
  DR: 'Drilling',
  FI: 'Files',
  GR: 'Grinding and sharpening',
  SD: 'Screwdrivers',
  VI: 'Vises',
  PN: 'Planes',
};

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
