import { describe, expect, test } from 'vitest';
import { drawTool } from '#src/content/drawings/drawings.ts';
import { demoTools } from './tools.ts';

/** Per drawing: its lettering, and the words in the tool's name or text that say the same. */
const AGREEMENTS: Record<string, [label: string, words: string][]> = {
  'ball-pein-hammer': [
    ['BALL PEEN HAMMER', 'Ball peen hammer'],
    ['320', '320 mm overall'],
  ],
  'dead-blow-mallet': [['steel shot', 'steel shot']],
  'combination-wrench': [
    ['19 A/F', '19 mm open end'],
    ['CHROME VANADIUM 19', 'Chrome vanadium wrench, 19 mm'],
    ['230', '230 mm long'],
    ['15°', 'angled 15 degrees'],
  ],
  'combination-wrench-22': [
    ['22 A/F', '22 mm open end'],
    ['CHROME VANADIUM 22', 'Chrome vanadium wrench, 22 mm'],
    ['255', '255 mm long'],
    ['15°', 'angled 15 degrees'],
  ],
  'combination-wrench-17': [
    ['17 A/F', '17 mm open end'],
    ['CHROME VANADIUM 17', 'Chrome vanadium wrench, 17 mm'],
    ['205', '205 mm long'],
    ['15°', 'angled 15 degrees'],
  ],
  'combination-wrench-13': [
    ['13 A/F', '13 mm open end'],
    ['CHROME VANADIUM 13', 'Chrome vanadium wrench, 13 mm'],
    ['160', '160 mm long'],
    ['15°', 'angled 15 degrees'],
  ],
  'adjustable-wrench': [['250', '250 mm long']],
  'torque-wrench': [
    ['480', '480 mm long'],
    ['40–200 N·m', '40 to 200 Nm'],
    ['½ in', '1/2 in square drive'],
  ],
  'combination-pliers': [
    ['180', '180 mm'],
    ['cutter 60 HRC', 'cutting edges induction hardened to about 60 HRC'],
  ],
  'needle-nose-pliers': [
    ['200', '200 mm overall'],
    ['3', 'Tips 3 mm wide'],
  ],
  'water-pump-pliers': [
    ['250', '250 mm'],
    ['9 positions', 'nine positions'],
  ],
  'bolt-cutter': [
    ['610', '610 mm'],
    ['62 HRC', 'hardened to 58 to 62 HRC'],
  ],
  'panel-saw': [
    ['550', '550 mm blade'],
    ['taper-ground 0.9', '0.9 mm thick'],
    ['pitch 2.8 · 6 : 1', '10 points per inch'],
  ],
  hacksaw: [
    ['300', '300 mm blades'],
    ['95', '95 mm cutting depth'],
  ],
  'tenon-saw': [
    ['300', '300 mm blade'],
    ['75', '75 mm of depth'],
    ['0.7', '0.7 mm thick'],
    ['pitch 2 · 8 : 1', '14 points per inch'],
  ],
  'bevel-edge-chisel': [
    ['25', '25 mm'],
    ['25°', 'Ground at 25 degrees'],
  ],
  'cold-chisel': [
    ['200', '200 mm long'],
    ['20', '20 mm edge'],
    ['CR-V 60°', 'ground to 60 degrees'],
    ['head 35 to 40 HRC', 'head left at 35 to 40 HRC'],
  ],
  'f-clamp': [
    ['0–300', '300 mm opening'],
    ['140', '140 mm reach'],
  ],
  'g-clamp': [
    ['C-CLAMP', 'C-clamp'],
    ['0–150', '150 mm opening'],
    ['85', '85 mm throat'],
  ],
  'engineers-square': [
    ['150', '150 x 100 mm'],
    ['100', '150 x 100 mm'],
    ['DIN 875-1 / 1', 'DIN 875-1 grade 1'],
    ['0.018', 'Square within 0.018 mm'],
  ],
  'spirit-level': [
    ['600', '600 mm'],
    ['50', '50 x 25 mm'],
    ['0.5 mm / m', '0.5 mm per meter'],
  ],
  'tape-measure': [
    ['25', '5 m by 25 mm'],
    ['5 m · class II', '5 m, 25 mm, class II'],
  ],
  'twist-drill': [
    ['HSS-Co 5  Ø 8', '8 mm, HSS-Co 5'],
    ['117', '117 mm long'],
    ['75', '75 mm flute'],
  ],
  'drill-chuck': [['taper B16', 'B16 taper']],
  'flat-file': [['250', '250 mm']],
  'grinding-wheel': [
    ['WA 60 K V', 'WA60K'],
    ['Ø 200', '200 mm diameter'],
    ['25', '25 mm wide'],
    ['Ø 32', '32 mm bore'],
    ['35 m/s', 'Maximum 35 m/s'],
  ],
  'sharpening-stone': [
    ['205', '205 x 70 x 30 mm'],
    ['70', '205 x 70 x 30 mm'],
    ['30', '205 x 70 x 30 mm'],
  ],
  'slotted-screwdriver': [
    ['125', '125 mm round blade'],
    ['5.5', 'tip 1.0 x 5.5 mm'],
    ['1', 'tip 1.0 x 5.5 mm'],
  ],
  'bench-vise': [['0–200', '200 mm opening']],
  'block-plane': [
    ['160', '160 mm long'],
    ['12°', 'on the 12 degree bed'],
  ],
  micrometer: [
    ['0–25', '0 to 25 mm'],
    ['0.5 pitch', '0.5 mm pitch'],
  ],
  'vernier-caliper': [['1/50 mm', 'reads to 0.02 mm']],
  'claw-hammer': [['330', '330 mm in length']],
};

const getLabels = (drawing: string) =>
  [...(drawTool(drawing) ?? '').matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, label]) => label);

describe('a drawing’s lettering matches its text', () => {
  test.each(demoTools)('$drawing', ({ drawing, itemName, about }) => {
    const agreements = AGREEMENTS[drawing] ?? [];
    expect(agreements.length).toBeGreaterThan(0);
    for (const [label, words] of agreements) {
      expect(getLabels(drawing)).toContain(label);
      expect(`${itemName} ${about}`).toContain(words);
    }
  });
});
