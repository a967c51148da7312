/** Kinds for protection, cars and painting, in the notation of `../kinds.ts`. */
export const safetyCarsAndPaint = `
work-gloves: Work gloves [Protection]
= {n}, {m}, size {s}
@ m Material: nitrile coated, leather, cut level D, latex grip
@ s Size: 7, 8, 9, 10, 11
~ disposable-gloves
> Breathable back, EN 388.

disposable-gloves: Disposable gloves [Protection]
= {n}, {m}, size {s}, box of 100
@ m Material: nitrile, latex, vinyl
@ s Size: S, M, L, XL
> Free of powder.

safety-glasses: Safety glasses [Protection]
= {n}, {k}
@ k Lens: clear, gray, yellow, blue blocker
~ safety-goggles
> Eye protection by EN 166, scratch resistant.

safety-goggles: Safety goggles [Protection]
= {n}, {k}
@ k Vent: indirect vent, direct vent, sealed
> Close fitting, worn over spectacles.

ear-muffs: Ear muffs [Protection]
= {n}, SNR {d}, {k}
@ d Attenuation (dB): 26, 28, 31, 34, 37
@ k Kind: headband, helmet mount, with radio
~ ear-plugs
+ Hygiene kit
> Hearing protection, soft cushions.

ear-plugs: Ear plugs [Protection]
= {n}, SNR {d}, {p} pairs
@ d Attenuation (dB): 28, 34, 37
@ p Pairs: 10, 50, 200
> Foam, hearing protection for once.

hard-hat: Hard hat [Protection]
= {n}, {c}, {k}
@ c Color: white, yellow, blue, red, orange
@ k Kind: vented, closed, with visor
+ Chin strap; Sweatband
> Safety helmet by EN 397 with ratchet.

dust-mask: Dust mask {k} [Protection]
= {n}, {v}, box of {p}
@ k Class: FFP1, FFP2, FFP3
@ v Valve: with valve, without valve
@ p Pieces: 5, 10, 20
~ respirator
> Particle filtering face piece.

respirator: Half mask respirator [Protection]
= {n}, size {s}
@ s Size: S, M, L
+ Filter A2P3, pair; Filter P3, pair
> Reusable, two bayonet filters against gas and dust.

safety-boots: Safety boots {k} [Protection]
= {n}, size {s}
@ k Class: S1P, S3, S5
@ s Size: 38, 39, 40, 41, 42, 43, 44, 45, 46, 47
> Work shoes with toe cap and sole against nails.

knee-pads: Knee pads [Protection]
= {n}, {k}
@ k Kind: gel, foam, hard cap
> For tilers and floor layers.

hi-vis-vest: High visibility vest [Protection]
= {n}, {c}, {s}
@ c Color: yellow, orange
@ s Size: M, L, XL, XXL
> Reflective strips, EN ISO 20471.

harness: Fall arrest harness [Protection]
= {n}, {p} points
@ p Points: 1, 2, 3
+ Lanyard with absorber
> For roofs and scaffolds, EN 361.

first-aid-kit: First aid kit [Protection]
= {n} {k}
@ k Standard: DIN 13157, DIN 13169, DIN 13164
> Bandages and plasters for workshops and vans.

floor-jack: Floor jack [Car tools]
= {n} {f}, {k}
@ f Load in t: 2, 2.5, 3, 5
@ k Kind: low profile, standard, aluminum
~ bottle-jack jack-stand
+ Rubber pad; Seal kit
> Hydraulic trolley for garages.

bottle-jack: Bottle jack [Car tools]
= {n} {f} t
@ f Load in t: 2, 5, 10, 20, 32
> Hydraulic, for trucks and presses.

jack-stand: Jack stands, pair [Car tools]
= {n}, {f} t
@ f Load in t: 2, 3, 6
> Hold a lifted car; also called axle stands.

oil-filter-wrench: Oil filter wrench [Car tools]
= {n}, {k}
@ k Kind: strap, three arm, chain, cup 76 mm
> Loosens filter cartridges.

spark-plug-socket: Spark plug socket [Car tools]
= {n} {s}, {d}
@ s Width across flats (mm): 14, 16, 18, 21
@ d Square drive ("): 3/8, 1/2
> Holds the plug by a magnet or rubber.

battery-tester: Car battery charger [Car tools]
= {n} {a}
@ a Current (A): 1, 4, 5, 8, 10, 20
~ jump-starter
> Keeps 12 V batteries of cars and boats full.

jump-starter: Jump starter [Car tools]
= {n} {a}
@ a Peak current (A): 600, 1000, 1500, 2000
> Starts an engine with an empty battery, with power bank.

obd-scanner: OBD2 scanner [Car tools]
= {n}, {k}
@ k Kind: handheld, Bluetooth, professional
> Reads and clears engine faults.

gear-puller: Gear puller [Car tools]
= {n}, {p} legs, {d}
@ p Legs: 2, 3
@ d Spread (mm): 75, 100, 150, 200, 250
> Pulls bearings, pulleys and gears.

grease-gun: Grease gun [Car tools]
= {n}, {k}
@ k Kind: lever, pistol, 18 V
+ Hose 300 mm; Coupler
> For 400 g cartridges.

caulking-gun: Caulking gun [Adhesives]
= {n}, {k}
@ k Kind: skeleton, drip free, 600 ml, 18 V
> Dispenses 310 ml cartridges of silicone and sealant.

silicone: Silicone sealant [Adhesives]
= {n} 310 ml, {c}
@ c Color: clear, white, gray, black, brown
~ wood-glue
> Sanitary joints, resists mold.

wood-glue: Wood glue {k} [Adhesives]
= {n}, {p} g
@ k Class: D2, D3, D4
@ p Weight in g: 250, 500, 750, 5000
~ epoxy
> White glue for joints, open time 10 minutes.

epoxy: Epoxy adhesive [Adhesives]
= {n}, {k}
@ k Setting: 5 min, 30 min, 24 h
> Two components for metal, glass and stone.

penetrating-oil: Penetrating oil [Lubricants]
= {n}, {p} ml
@ p Volume in ml: 100, 200, 400, 500
~ grease
> Loosens rusted bolts, drives out water.

grease: Multipurpose grease [Lubricants]
= {n}, {p} g
@ p Weight in g: 100, 400, 1000
> Lithium soap for bearings.

paint-brush: Paint brush [Painting]
= {n}, {w}
@ w Width (mm): 20, 30, 40, 50, 60, 70, 100
~ paint-roller
> Mixed bristle for varnish and glaze.

paint-roller: Paint roller [Painting]
= {n}, {w}, nap {k}
@ w Width (mm): 100, 180, 250
@ k Nap (mm): 6, 12, 18
+ Tray; Telescopic pole; Refill sleeve
> For walls and ceilings.

putty-knife: Putty knife [Painting]
= {n}, {w}
@ w Width (mm): 30, 50, 80, 100, 120
~ trowel
> Spreads filler, scrapes paint.

trowel: Plastering trowel [Painting]
= {n}, {l}
@ l Length (mm): 280, 350, 480
> Stainless blade, cork handle.

masking-tape: Masking tape [Painting]
= {n} {w} x 50 m
@ w Width (mm): 19, 25, 30, 38, 50
> Painter's tape, comes off without residue for 14 days.
`;
