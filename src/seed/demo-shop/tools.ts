/** One tool of the demo catalog. `drawing` names the drawing that becomes its image. */
export interface DemoTool {
  drawing: string;
  sku: string;
  itemName: string;
  about: string;
  /** Unit price in minor units of the shop’s currency. */
  balance: number;
  /** Pieces in stock. */
  quantity: number;
  minOrderQuantity: number;
  packMultiple?: number;
  maxOrderQuantity?: number;
  /** From which quantity on a piece costs how many minor units. */
  volumePrices?: readonly (readonly [quantity: number, unitPriceMinor: number])[];
  /** Other pictures than its drawing. */
  morePictures?: readonly string[];
  family?: string;
}

const tool = (drawing: string, terms: Omit<DemoTool, 'drawing' | 'about'>, about: string): DemoTool => ({
  drawing,
  ...terms,
  about,
});

const COMBINATION_WRENCH = 'Combination wrench, DIN 3113 form A';

/**
 * In order of creation: the home page shows the last six, with the first 80 characters of `about`, which stand alone.
 * These six are sold as the specification says: without packs, maximum and volume prices.
 */
export const demoTools: readonly DemoTool[] = [
  tool(
    'combination-wrench-13',
    {
      sku: 'WR-C13',
      itemName: 'Combination wrench, 13 mm',
      family: COMBINATION_WRENCH,
      balance: 520,
      quantity: 3100,
      minOrderQuantity: 20,
      packMultiple: 10,
      maxOrderQuantity: 2000,
      volumePrices: [
        [100, 490],
        [500, 455],
      ],
    },
    'Chrome vanadium wrench, 13 mm open end and bihexagon ring, 160 mm long. Drop forged, hardened to 42 to 47 HRC, nickel and chrome plated, matte. Both ends angled 15 degrees. Dimensions to DIN 3113 form A. Ring drives on the flanks, so worn nuts are not rounded further. Packed 10 to a box.',
  ),
  tool(
    'combination-wrench-17',
    {
      sku: 'WR-C17',
      itemName: 'Combination wrench, 17 mm',
      family: COMBINATION_WRENCH,
      balance: 660,
      quantity: 1850,
      minOrderQuantity: 20,
      packMultiple: 10,
      maxOrderQuantity: 2000,
      volumePrices: [
        [100, 620],
        [500, 580],
      ],
    },
    'Chrome vanadium wrench, 17 mm open end and bihexagon ring, 205 mm long. Drop forged, hardened to 42 to 47 HRC, nickel and chrome plated, matte. Both ends angled 15 degrees. Dimensions to DIN 3113 form A. Ring drives on the flanks, so worn nuts are not rounded further. Packed 10 to a box.',
  ),
  tool(
    'combination-wrench-22',
    {
      sku: 'WR-C22',
      itemName: 'Combination wrench, 22 mm',
      family: COMBINATION_WRENCH,
      balance: 910,
      quantity: 960,
      minOrderQuantity: 10,
      packMultiple: 5,
      maxOrderQuantity: 1000,
      volumePrices: [
        [50, 860],
        [250, 805],
      ],
    },
    'Chrome vanadium wrench, 22 mm open end and bihexagon ring, 255 mm long. Drop forged, hardened to 42 to 47 HRC, nickel and chrome plated, matte. Both ends angled 15 degrees. Dimensions to DIN 3113 form A. Ring drives on the flanks, so worn nuts are not rounded further. Packed 5 to a box.',
  ),
  tool(
    'ball-pein-hammer',
    {
      sku: 'HM-BP24',
      itemName: 'Ball peen hammer, 24 oz, ash',
      balance: 1640,
      quantity: 420,
      minOrderQuantity: 12,
      packMultiple: 6,
      volumePrices: [
        [36, 1540],
        [120, 1460],
      ],
    },
    'Forged C60 carbon steel, 680 g head, for riveting, peening and striking. Face and peen hardened to 50 to 57 HRC, the eye left softer so that it does not crack. Ash handle, 320 mm overall, fixed with one wooden and two steel wedges. Not for striking anything harder than its face. Packed 6 to a box, heads oiled.',
  ),
  tool(
    'dead-blow-mallet',
    {
      sku: 'HM-DB1',
      itemName: 'Dead blow mallet, 1 kg, polyurethane',
      balance: 1475,
      quantity: 360,
      minOrderQuantity: 8,
      packMultiple: 8,
      volumePrices: [
        [40, 1385],
        [120, 1310],
      ],
    },
    'One-piece polyurethane mallet, loaded with steel shot, that does not rebound. Head 65 mm in diameter, casing about 90 Shore A, steel core through the handle. For seating workpieces in a vise, closing fixtures and panel work without marks. Resists oil and cutting fluid, not for use above 60 °C. Packed 8 to a box.',
  ),
  tool(
    'combination-wrench',
    {
      sku: 'WR-C19',
      itemName: 'Combination wrench, 19 mm',
      family: COMBINATION_WRENCH,
      balance: 745,
      quantity: 2400,
      minOrderQuantity: 20,
      packMultiple: 10,
      maxOrderQuantity: 2000,
      volumePrices: [
        [100, 700],
        [500, 655],
      ],
    },
    'Chrome vanadium wrench, 19 mm open end and bihexagon ring, 230 mm long. Drop forged, hardened to 42 to 47 HRC, nickel and chrome plated, matte. Both ends angled 15 degrees. Dimensions to DIN 3113 form A. Ring drives on the flanks, so worn nuts are not rounded further. Packed 10 to a box.',
  ),
  tool(
    'adjustable-wrench',
    {
      sku: 'WR-A10',
      itemName: 'Adjustable wrench, 10 in, 30 mm jaw',
      balance: 1580,
      quantity: 540,
      minOrderQuantity: 12,
      packMultiple: 6,
      volumePrices: [
        [36, 1485],
        [120, 1405],
      ],
    },
    'Adjustable wrench, 250 mm long, opening to 30 mm, jaw scale in mm and inches. Forged chrome alloy steel, head hardened to 42 to 46 HRC, chrome plated. Jaw guide ground for little play, knurl replaceable with a screwdriver. Dimensions to ISO 6787. Spare knurl and spring sets are stocked. Packed 6 to a box.',
  ),
  tool(
    'combination-pliers',
    {
      sku: 'PL-C180',
      itemName: 'Combination pliers, 180 mm',
      balance: 1120,
      quantity: 1300,
      minOrderQuantity: 10,
      packMultiple: 10,
      volumePrices: [
        [50, 1055],
        [200, 995],
      ],
    },
    'Combination pliers for workshop and fitting work, 180 mm, dipped handles. Forged C60 carbon steel, oil hardened; cutting edges induction hardened to about 60 HRC. Cuts medium-hard wire to 3.2 mm and hard wire to 2.0 mm. Made to ISO 5746. Handles are not insulated for live work. Packed 10 to a box.',
  ),
  tool(
    'needle-nose-pliers',
    {
      sku: 'PL-N200',
      itemName: 'Needle-nose pliers, 200 mm, straight',
      balance: 1260,
      quantity: 880,
      minOrderQuantity: 10,
      packMultiple: 10,
      volumePrices: [
        [50, 1185],
        [200, 1120],
      ],
    },
    'Long half-round jaws, 200 mm overall, for wiring and reaching into housings. Chrome vanadium steel, oil hardened; side cutter induction hardened to about 60 HRC for hard wire to 2.0 mm. Tips 3 mm wide, gripping faces cross-toothed. Made to ISO 5745. Handles are not insulated for live work. Packed 10 to a box.',
  ),
  tool(
    'water-pump-pliers',
    {
      sku: 'PL-W10',
      itemName: 'Water pump pliers, 10 in, box joint',
      balance: 1690,
      quantity: 720,
      minOrderQuantity: 12,
      packMultiple: 6,
      volumePrices: [
        [36, 1590],
        [120, 1505],
      ],
    },
    'Slip joint pliers, 250 mm, for pipe to 1 1/2 in and nuts to 42 mm across flats. Chrome vanadium steel, box joint, nine positions, guard against pinched fingers. Teeth set against the turning direction and induction hardened to about 60 HRC. Made to ISO 8976. Packed 6 to a box, hang tags included.',
  ),
  tool(
    'bolt-cutter',
    {
      sku: 'CU-B24',
      itemName: 'Bolt cutter, 24 in',
      balance: 4350,
      quantity: 140,
      minOrderQuantity: 8,
      packMultiple: 4,
      maxOrderQuantity: 80,
      volumePrices: [
        [20, 4090],
        [40, 3870],
      ],
    },
    'Center-cut bolt cutter, 610 mm, for rod, mesh and chain to 11 mm in soft steel. Cuts 9 mm at 40 HRC and 8 mm at 48 HRC. Chrome molybdenum blades, edges induction hardened to 58 to 62 HRC, adjusted by one eccentric bolt. Tubular steel handles, stop set at the factory. Spare blade pairs are stocked. Packed singly, 4 to a carton.',
  ),
  tool(
    'panel-saw',
    {
      sku: 'SA-P22',
      itemName: 'Panel saw, 22 in, 10 ppi, beech',
      balance: 3890,
      quantity: 95,
      minOrderQuantity: 5,
      packMultiple: 5,
      maxOrderQuantity: 50,
      volumePrices: [[20, 3660]],
    },
    'Crosscut panel saw, 550 mm blade, 10 points per inch, that can be resharpened. Spring steel 0.9 mm thick, 48 to 52 HRC, taper ground toward the back, set and sharpened by machine and finished by hand. Beech handle with three brass screws. Edge guard fitted. Blades oiled and wrapped, packed 5 to a box.',
  ),
  tool(
    'hacksaw',
    {
      sku: 'SA-H300',
      itemName: 'Hacksaw, 300 mm, high tension',
      balance: 2140,
      quantity: 310,
      minOrderQuantity: 6,
      packMultiple: 6,
      volumePrices: [
        [36, 2010],
        [120, 1905],
      ],
    },
    'Hacksaw frame for 300 mm blades, set at 90 or 45 degrees, 95 mm cutting depth. Rectangular steel tube, die-cast grip, tension by a knob in the handle. Supplied with one bi-metal blade, 24 teeth per inch, 12.5 mm wide. Takes blades to ISO 2336-1 with 18, 24 or 32 teeth. Packed 6 to a box.',
  ),
  tool(
    'tenon-saw',
    {
      sku: 'SA-T12',
      itemName: 'Tenon saw, 12 in, 14 ppi, brass back',
      balance: 4420,
      quantity: 60,
      minOrderQuantity: 5,
      packMultiple: 5,
      maxOrderQuantity: 30,
      volumePrices: [[15, 4155]],
    },
    'Tenon saw for joints and fine crosscuts, 300 mm blade, 14 points per inch. Spring steel 0.7 mm thick, 48 to 52 HRC, stiffened by a solid brass back; 75 mm of depth below it. Beech handle, brass screws. Filed crosscut, and can be refiled for ripping. Edge guard fitted. Packed 5 to a box.',
  ),
  tool(
    'bevel-edge-chisel',
    {
      sku: 'CH-B25',
      itemName: 'Bevel edge chisel, 25 mm, hornbeam',
      balance: 1380,
      quantity: 760,
      minOrderQuantity: 12,
      packMultiple: 6,
      volumePrices: [
        [60, 1295],
        [180, 1230],
      ],
    },
    'Bench chisel, 25 mm, with bevels fine enough for dovetails, hooped handle. Chrome vanadium steel, hardened to 59 to 61 HRC over the whole usable blade. Ground at 25 degrees and to be honed at about 30 before use. Made to DIN 5139. Waxed hornbeam handle with steel ferrule. Edge caps fitted, packed 6 to a box.',
  ),
  tool(
    'cold-chisel',
    {
      sku: 'CH-C200',
      itemName: 'Cold chisel, 200 mm, 20 mm edge',
      balance: 690,
      quantity: 1500,
      minOrderQuantity: 20,
      packMultiple: 10,
      volumePrices: [
        [100, 650],
        [300, 615],
      ],
    },
    'Octagonal cold chisel for cutting rivets, bolts and mild steel, 200 mm long. Air-hardening chrome vanadium steel. Edge ground to 60 degrees and hardened to 54 to 58 HRC; head left at 35 to 40 HRC so that it spreads and does not chip. Dress the head before it mushrooms. Powder coated, packed 10 to a box.',
  ),
  tool(
    'f-clamp',
    {
      sku: 'CL-F300',
      itemName: 'F-clamp, 300 mm, 140 mm reach',
      balance: 1795,
      quantity: 680,
      minOrderQuantity: 10,
      packMultiple: 10,
      volumePrices: [
        [50, 1685],
        [200, 1600],
      ],
    },
    'Screw clamp, 300 mm opening, 140 mm reach, clamping force to 5 kN. Cold-drawn profiled steel rail, malleable iron arms, trapezoidal spindle with swivel pad. The sliding arm cannot slip under load. Made to DIN 5117. Ash handle, two protective caps. Rails oiled, packed 10 to a carton.',
  ),
  tool(
    'g-clamp',
    {
      sku: 'CL-C6',
      itemName: 'C-clamp, 6 in, ductile iron',
      balance: 1340,
      quantity: 450,
      minOrderQuantity: 12,
      packMultiple: 6,
      volumePrices: [
        [36, 1260],
        [120, 1190],
      ],
    },
    'C-clamp with 150 mm opening and 85 mm throat, for fabrication and jig work. Ductile iron frame, I-section, working load 8 kN. Rolled acme thread, black oxide, with a captive swivel shoe that keeps flat work from turning. Sliding tommy bar bends before the frame yields. Packed 6 to a carton, 12 kg.',
  ),
  tool(
    'engineers-square',
    {
      sku: 'ME-S150',
      itemName: 'Engineer’s square, 150 mm, grade 1',
      balance: 2680,
      quantity: 210,
      minOrderQuantity: 5,
      maxOrderQuantity: 100,
      volumePrices: [
        [10, 2520],
        [50, 2385],
      ],
    },
    'Try square for marking out and inspection, 150 x 100 mm, DIN 875-1 grade 1. Square within 0.018 mm over the 150 mm blade. Blade and stock of hardened and ground tool steel, with a relief notch for burrs. Each square carries a serial number. Keep oiled. Packed singly in a case with drying paper, 10 to a carton.',
  ),
  tool(
    'spirit-level',
    {
      sku: 'ME-L600',
      itemName: 'Spirit level, 600 mm, box section',
      balance: 1930,
      quantity: 520,
      minOrderQuantity: 10,
      packMultiple: 10,
      volumePrices: [
        [50, 1815],
        [200, 1720],
      ],
    },
    'Box section level, 600 mm, one horizontal and one plumb vial, milled base. Accurate to 0.5 mm per meter upright and 0.75 mm per meter overhead. Aluminum profile 50 x 25 mm, powder coated, acrylic block vials fixed without adjustment screws. Shock-absorbing end caps come off for marking. Packed 10 to a carton.',
  ),
  tool(
    'tape-measure',
    {
      sku: 'ME-T5',
      itemName: 'Tape measure, 5 m, 25 mm, class II',
      balance: 585,
      quantity: 3600,
      minOrderQuantity: 24,
      packMultiple: 12,
      maxOrderQuantity: 2400,
      volumePrices: [
        [120, 550],
        [480, 520],
      ],
    },
    'Pocket tape, 5 m by 25 mm, metric on both edges, class II, with blade lock. Permitted error at 5 m is 1.3 mm. Blade of carbon spring steel, matte nylon coated, stands out 2 m unsupported. Sliding end hook corrects for its own thickness. Case of ABS with rubber overmold. Packed 12 to a display box.',
  ),
  tool(
    'twist-drill',
    {
      sku: 'DR-T8',
      itemName: 'Twist drill, 8 mm, HSS-Co 5',
      balance: 345,
      quantity: 8200,
      minOrderQuantity: 100,
      packMultiple: 10,
      volumePrices: [
        [500, 325],
        [1000, 307],
      ],
    },
    'Cobalt drill for stainless and alloy steel, 8.0 mm, 117 mm long, 75 mm flute. High speed steel HS6-5-2-5 (M35) with 5 % cobalt, 64 to 66 HRC, fully ground, tolerance h8. Type N flute, 135 degree split point, so no center punch is needed on flat work. Dimensions to DIN 338. Packed 10 to a sleeve.',
  ),
  tool(
    'drill-chuck',
    {
      sku: 'DR-K13',
      itemName: 'Drill chuck, 13 mm, B16, keyed',
      morePictures: ['/images/banners/chuck-section.svg'],
      balance: 2290,
      quantity: 260,
      minOrderQuantity: 5,
      volumePrices: [
        [20, 2155],
        [60, 2040],
      ],
    },
    'Keyed three-jaw chuck, 1 to 13 mm, B16 taper, for drill presses and lathes. Body and sleeve of case-hardened steel, jaws hardened to 55 HRC or more. Run-out within 0.10 mm on a test bar. Mounting taper to DIN 238. Key supplied; arbors for MT2 and MT3 are sold separately. Packed singly, 20 to a carton.',
  ),
  tool(
    'flat-file',
    {
      sku: 'FI-F10',
      itemName: 'Flat file, 10 in, second cut',
      balance: 920,
      quantity: 1150,
      minOrderQuantity: 10,
      packMultiple: 10,
      volumePrices: [
        [50, 865],
        [200, 820],
      ],
    },
    'Tapered flat file, 250 mm, double cut on both faces, single cut on both edges. High carbon chromium steel 1.2008, at least 62 HRC at the teeth. Follows a bastard file and leaves an even surface on mild steel and brass. Shape to DIN 7261 form A. Two-part handle fitted. Packed 10 to a box.',
  ),
  tool(
    'grinding-wheel',
    {
      sku: 'GR-W200',
      itemName: 'Grinding wheel, 200 x 25 x 32 mm, WA60K',
      balance: 1985,
      quantity: 180,
      minOrderQuantity: 5,
      packMultiple: 5,
      volumePrices: [
        [25, 1865],
        [50, 1765],
      ],
    },
    'White aluminum oxide wheel for sharpening high speed steel, grit 60, grade K. Vitrified bond, 200 mm diameter, 25 mm wide, 32 mm bore with reducers to 25, 20 and 16 mm. Maximum 35 m/s, which is 3,340 rpm at full diameter. Made to EN 12413, blotters attached. Ring test before mounting. Packed 5 to a carton.',
  ),
  tool(
    'sharpening-stone',
    {
      sku: 'GR-S1040',
      itemName: 'Sharpening stone, 1000/4000, 205 x 70 mm',
      balance: 2460,
      quantity: 240,
      minOrderQuantity: 8,
      packMultiple: 8,
      volumePrices: [
        [24, 2310],
        [80, 2190],
      ],
    },
    'Combination waterstone, 1000 and 4000 grit, for plane irons, chisels and knives. Aluminum oxide, particle size about 12 and 3 micrometers, 205 x 70 x 30 mm. Soak for ten minutes before use and let it dry in air, away from frost. Flatten when a straight edge shows light. With rubber base, packed 8 to a carton.',
  ),
  tool(
    'slotted-screwdriver',
    {
      sku: 'SD-S55',
      itemName: 'Slotted screwdriver, 5.5 x 125 mm',
      balance: 560,
      quantity: 2100,
      minOrderQuantity: 20,
      packMultiple: 10,
      volumePrices: [
        [100, 525],
        [500, 498],
      ],
    },
    'Slotted screwdriver, tip 1.0 x 5.5 mm, 125 mm round blade, two-part handle. Chrome molybdenum vanadium steel, tip ground parallel and hardened to 54 to 58 HRC, black finished. Tip to ISO 2380-1. Hexagon collar stops it rolling off the bench. Size mark on the handle end. Not for live work. Packed 10 to a box.',
  ),
  tool(
    'bench-vise',
    {
      sku: 'VI-B150',
      itemName: 'Bench vise, 150 mm, ductile iron',
      morePictures: ['/images/banners/exploded-vise.svg'],
      balance: 18650,
      quantity: 40,
      minOrderQuantity: 5,
    },
    'Machinist’s vise, 150 mm jaws, 200 mm opening and 95 mm throat, 27 kg. Body of ductile iron EN-GJS-500-7, replaceable jaw plates of tool steel hardened to 50 to 55 HRC, one face cross-cut, one smooth. Rolled trapezoidal spindle, slide adjustable for wear. Anvil pad at the back. Four 13 mm bolt holes. Packed singly.',
  ),
  tool(
    'block-plane',
    { sku: 'PN-B35', itemName: 'Block plane, low angle, 35 mm iron', balance: 7480, quantity: 85, minOrderQuantity: 5 },
    'Low angle block plane, 160 mm long, 35 mm iron, adjustable mouth, for end grain. Ductile iron body, sole ground flat within 0.04 mm. Iron of A2 tool steel, 3 mm thick, 60 to 62 HRC, ground at 25 degrees; on the 12 degree bed it cuts at 37. Brass depth adjuster. Oiled, boxed singly, 10 to a carton.',
  ),
  tool(
    'torque-wrench',
    {
      sku: 'WR-T200',
      itemName: 'Torque wrench, 40 to 200 Nm, 1/2 in',
      balance: 9850,
      quantity: 125,
      minOrderQuantity: 5,
    },
    'Click torque wrench, 40 to 200 Nm, 1/2 in square drive, reversible ratchet. Accurate to 4 % of the setting in the marked direction, made to ISO 6789-1. Scale of 1 Nm on the thimble, lock in the handle, 45 teeth, 480 mm long. Each has a serial number and the maker’s declaration. Recheck yearly or after 5,000 clicks. Cased.',
  ),
  tool(
    'micrometer',
    {
      sku: 'ME-M25',
      itemName: 'Micrometer, 0 to 25 mm, carbide faces',
      balance: 4690,
      quantity: 190,
      minOrderQuantity: 5,
    },
    'Outside micrometer, 0 to 25 mm, reads to 0.01 mm, limit of error 4 micrometers. Made to DIN 863-1. Spindle hardened and ground, 0.5 mm pitch; carbide measuring faces 6.5 mm in diameter; ratchet stop gives 5 to 10 N. Satin chrome scales, lock lever, heat guards on the frame. With wrench in a case, 10 to a carton.',
  ),
  tool(
    'vernier-caliper',
    { sku: 'ME-V150', itemName: 'Vernier caliper, 150 mm, 0.02 mm', balance: 3150, quantity: 330, minOrderQuantity: 5 },
    'Stainless vernier caliper, 150 mm and 6 in, reads to 0.02 mm and 1/1000 in. Hardened stainless steel, satin chrome scales, 40 mm outside jaws, inside jaws, depth rod and step faces. Limit of error 0.03 mm over the range. Made to ISO 13385-1, locking screw above the slide. Each in a padded case, 10 to a carton.',
  ),
  tool(
    'claw-hammer',
    { sku: 'HM-C16', itemName: 'Claw hammer, 16 oz, hickory', balance: 1890, quantity: 640, minOrderQuantity: 10 },
    'Forged claw hammer, 450 g head, 330 mm in length, smooth face. Head of C60 carbon steel, face hardened to 50 to 57 HRC, claws to 45 to 50 HRC with a sharp V that grips nails from 2 mm. Handle of straight-grained hickory, two steel wedges. Not for striking hardened steel. Packed 10 to a box.',
  ),
];
