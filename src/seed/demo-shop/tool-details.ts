import { type Size, SPECIFICATION_UNITS, type Specification, type Weight } from '#src/features/catalogue/tool/rules.ts';
import type { PlainValues } from '#src/shared/tool-fields/plain-fields.ts';

interface MeasuredDetails {
  weight: Weight;
  size: Size;
  specifications: Specification[];
  /** One to a line. */
  warnings: string;
}

/** A specification from 'Length=320 mm': what stands behind a measure is its unit. */
function toSpecification(row: string): Specification {
  const [name = '', text = ''] = row.split('=');
  const measure = /^(-?[\d.]+(?: to [\d.]+)?) (\S+)$/.exec(text);
  const unit = SPECIFICATION_UNITS.find((known) => known === measure?.[2]);
  return measure?.[1] && unit ? { name, value: measure[1], unit } : { name, value: text, unit: '' };
}

const details = (
  weight: readonly [Weight['value'], Weight['unit']],
  [length, width, height]: readonly [length: number, width: number, height: number],
  specifications: string,
  warnings = '',
): MeasuredDetails => ({
  weight: { value: weight[0], unit: weight[1] },
  size: { length, width, height, unit: 'mm' },
  specifications: specifications.split(';').map(toSpecification),
  warnings,
});

const MEASURED: Readonly<Record<string, MeasuredDetails>> = {
  'ball-pein-hammer': details(
    [0.9, 'kg'],
    [320, 95, 32],
    'Head weight=680 g;Length=320 mm;Hardness of the face=50 to 57 HRC;Steel=C60;Handle=Ash',
    'Wear eye protection.\nDo not strike anything harder than its face.',
  ),
  'dead-blow-mallet': details(
    [1, 'kg'],
    [300, 105, 65],
    'Head diameter=65 mm;Casing=Polyurethane, about 90 Shore A;Filling=Steel shot;Highest temperature=60 °C',
  ),
  'combination-wrench': details(
    [0.21, 'kg'],
    [230, 40, 12],
    'Width across flats=19 mm;Length=230 mm;Hardness=42 to 47 HRC;Angle of the ends=15 °;Steel=Chrome vanadium;Standard=DIN 3113 form A',
  ),
  'combination-wrench-13': details(
    [0.07, 'kg'],
    [160, 28, 7.5],
    'Width across flats=13 mm;Length=160 mm;Hardness=42 to 47 HRC;Angle of the ends=15 °;Steel=Chrome vanadium;Standard=DIN 3113 form A',
  ),
  'combination-wrench-17': details(
    [0.15, 'kg'],
    [205, 36, 9],
    'Width across flats=17 mm;Length=205 mm;Hardness=42 to 47 HRC;Angle of the ends=15 °;Steel=Chrome vanadium;Standard=DIN 3113 form A',
  ),
  'combination-wrench-22': details(
    [0.31, 'kg'],
    [255, 46, 11],
    'Width across flats=22 mm;Length=255 mm;Hardness=42 to 47 HRC;Angle of the ends=15 °;Steel=Chrome vanadium;Standard=DIN 3113 form A',
  ),
  'adjustable-wrench': details(
    [0.41, 'kg'],
    [250, 68, 19],
    'Jaw opening=30 mm;Length=250 mm;Hardness=42 to 46 HRC;Steel=Chrome alloy;Standard=ISO 6787',
  ),
  'combination-pliers': details(
    [0.27, 'kg'],
    [180, 52, 22],
    'Length=180 mm;Medium-hard wire to=3.2 mm;Hard wire to=2.0 mm;Hardness of the edges=60 HRC;Steel=C60;Standard=ISO 5746',
    'Handles are not insulated: never work on live parts.',
  ),
  'needle-nose-pliers': details(
    [0.22, 'kg'],
    [200, 50, 17],
    'Length=200 mm;Width of the tips=3 mm;Hard wire to=2.0 mm;Hardness of the cutter=60 HRC;Steel=Chrome vanadium;Standard=ISO 5745',
    'Handles are not insulated: never work on live parts.',
  ),
  'water-pump-pliers': details(
    [0.36, 'kg'],
    [250, 58, 20],
    'Length=250 mm;Nuts to=42 mm;Positions=9;Hardness of the teeth=60 HRC;Steel=Chrome vanadium;Standard=ISO 8976',
  ),
  'bolt-cutter': details(
    [2.35, 'kg'],
    [610, 150, 40],
    'Length=610 mm;Soft steel to=11 mm;Steel of 40 HRC to=9 mm;Steel of 48 HRC to=8 mm;Hardness of the edges=58 to 62 HRC',
    'Wear eye protection: cut ends fly off.\nNever cut what may be live or under tension.',
  ),
  'panel-saw': details(
    [0.68, 'kg'],
    [680, 140, 28],
    'Blade length=550 mm;Teeth=10 ppi;Blade thickness=0.9 mm;Hardness=48 to 52 HRC;Handle=Beech',
    'Keep the edge guard on when it is not in use.',
  ),
  hacksaw: details(
    [0.62, 'kg'],
    [430, 150, 32],
    'Blade length=300 mm;Cutting depth=95 mm;Teeth of the blade=24 ppi;Blade width=12.5 mm;Blades to=ISO 2336-1',
    'Wear eye protection: a blade under tension may break.',
  ),
  'tenon-saw': details(
    [0.58, 'kg'],
    [430, 130, 26],
    'Blade length=300 mm;Teeth=14 ppi;Blade thickness=0.7 mm;Depth below the back=75 mm;Hardness=48 to 52 HRC;Back=Brass;Handle=Beech',
    'Keep the edge guard on when it is not in use.',
  ),
  'bevel-edge-chisel': details(
    [0.24, 'kg'],
    [275, 34, 34],
    'Width=25 mm;Hardness=59 to 61 HRC;Grinding angle=25 °;Steel=Chrome vanadium;Handle=Hornbeam, hooped;Standard=DIN 5139',
    'Sharp edge: keep the cap on when it is not in use.',
  ),
  'cold-chisel': details(
    [0.34, 'kg'],
    [200, 20, 18],
    'Length=200 mm;Edge=20 mm;Edge angle=60 °;Hardness of the edge=54 to 58 HRC;Hardness of the head=35 to 40 HRC;Steel=Chrome vanadium',
    'Wear eye protection.\nDress the head before it mushrooms.',
  ),
  'f-clamp': details(
    [1.1, 'kg'],
    [430, 190, 32],
    'Opening=300 mm;Reach=140 mm;Clamping force to=5 kN;Handle=Ash;Standard=DIN 5117',
  ),
  'g-clamp': details([2, 'kg'], [250, 150, 40], 'Opening=150 mm;Throat=85 mm;Working load=8 kN;Frame=Ductile iron'),
  'engineers-square': details(
    [0.32, 'kg'],
    [150, 100, 20],
    'Blade=150 mm;Stock=100 mm;Square within=0.018 mm;Grade=1;Standard=DIN 875-1',
  ),
  'spirit-level': details(
    [0.42, 'kg'],
    [600, 50, 25],
    'Length=600 mm;Vials=One horizontal, one plumb;Accuracy upright=0.5 mm per meter;Accuracy overhead=0.75 mm per meter;Profile=Aluminum',
  ),
  'tape-measure': details(
    [0.29, 'kg'],
    [78, 76, 45],
    'Length=5 m;Blade width=25 mm;Stands out=2 m;Permitted error at 5 m=1.3 mm;Class=II',
  ),
  'twist-drill': details(
    [33, 'g'],
    [117, 8, 8],
    'Diameter=8 mm;Length=117 mm;Flute length=75 mm;Point angle=135 °;Hardness=64 to 66 HRC;Cobalt=5 %;Standard=DIN 338',
    'Wear eye protection.\nDo not wear gloves at a turning spindle.',
  ),
  'drill-chuck': details(
    [1.05, 'kg'],
    [95, 55, 55],
    'Capacity=1 to 13 mm;Taper=B16;Run-out within=0.10 mm;Hardness of the jaws=55 HRC;Standard=DIN 238',
    'Take the key out before the spindle turns.',
  ),
  'flat-file': details(
    [0.31, 'kg'],
    [375, 25, 6],
    'Length=250 mm;Cut=Second;Hardness of the teeth=62 HRC;Steel=1.2008;Standard=DIN 7261 form A',
  ),
  'grinding-wheel': details(
    [1.8, 'kg'],
    [200, 200, 25],
    'Diameter=200 mm;Width=25 mm;Bore=32 mm;Grit=60 grit;Grade=K;Highest speed=35 m/s;Highest speed of rotation=3340 rpm;Standard=EN 12413',
    'Ring test before mounting.\nNever above 3,340 rpm.\nWear eye protection and use the guard.',
  ),
  'sharpening-stone': details(
    [1.1, 'kg'],
    [205, 70, 30],
    'Length=205 mm;Width=70 mm;Thickness=30 mm;Coarse side=1000 grit;Fine side=4000 grit;Abrasive=Aluminum oxide',
    'Keep away from frost.',
  ),
  'slotted-screwdriver': details(
    [0.11, 'kg'],
    [235, 34, 34],
    'Tip width=5.5 mm;Tip thickness=1.0 mm;Blade length=125 mm;Hardness=54 to 58 HRC;Standard=ISO 2380-1',
    'Handle is not insulated: never work on live parts.',
  ),
  'bench-vise': details(
    [27, 'kg'],
    [460, 230, 240],
    'Jaw width=150 mm;Opening=200 mm;Throat=95 mm;Hardness of the jaw plates=50 to 55 HRC;Body=Ductile iron EN-GJS-500-7',
    'Lift it with two people.\nBolt it down with all four bolts before use.',
  ),
  'block-plane': details(
    [0.75, 'kg'],
    [160, 48, 60],
    'Length=160 mm;Iron width=35 mm;Iron thickness=3 mm;Hardness of the iron=60 to 62 HRC;Bed angle=12 °;Cutting angle=37 °',
    'Sharp edge: draw the iron back when it is not in use.',
  ),
  'torque-wrench': details(
    [1.45, 'kg'],
    [480, 45, 55],
    'Range=40 to 200 Nm;Square drive=1/2 in;Accuracy=4 %;Scale=1 Nm;Teeth=45;Length=480 mm;Standard=ISO 6789-1',
    'Not for loosening.\nRecheck yearly or after 5,000 clicks.',
  ),
  micrometer: details(
    [0.3, 'kg'],
    [130, 55, 20],
    'Range=0 to 25 mm;Reading=0.01 mm;Limit of error=4 micrometers;Spindle pitch=0.5 mm;Measuring force=5 to 10 N;Standard=DIN 863-1',
  ),
  'vernier-caliper': details(
    [0.16, 'kg'],
    [235, 78, 16],
    'Range=150 mm;Reading=0.02 mm;Limit of error=0.03 mm;Outside jaws=40 mm;Standard=ISO 13385-1',
  ),
  'claw-hammer': details(
    [0.68, 'kg'],
    [330, 130, 34],
    'Head weight=450 g;Length=330 mm;Hardness of the face=50 to 57 HRC;Hardness of the claws=45 to 50 HRC;Steel=C60;Handle=Hickory',
    'Wear eye protection.\nNot for striking hardened steel.',
  ),
};

/** Where tools are made that are not made in the United States, by drawing. */
const ORIGINS: Readonly<Record<string, string>> = {
  'combination-wrench': 'DE',
  'combination-wrench-13': 'DE',
  'combination-wrench-17': 'DE',
  'combination-wrench-22': 'DE',
  'adjustable-wrench': 'ES',
  'combination-pliers': 'DE',
  'needle-nose-pliers': 'DE',
  'water-pump-pliers': 'DE',
  'panel-saw': 'SE',
  hacksaw: 'SE',
  'tenon-saw': 'GB',
  'bevel-edge-chisel': 'GB',
  'spirit-level': 'AT',
  'tape-measure': 'TW',
  'twist-drill': 'DE',
  'drill-chuck': 'ES',
  'flat-file': 'PT',
  'grinding-wheel': 'AT',
  'sharpening-stone': 'JP',
  'bench-vise': 'PL',
  'torque-wrench': 'TW',
  micrometer: 'JP',
  'vernier-caliper': 'JP',
};

/** What the pages of the demo tools show besides their descriptions, by drawing. */
export const demoDetails: Readonly<Record<string, MeasuredDetails & Partial<PlainValues>>> = Object.fromEntries(
  Object.entries(MEASURED).map(([drawing, measured]) => [
    drawing,
    { ...measured, countryOfOrigin: ORIGINS[drawing] ?? 'US' },
  ]),
);
