/** Kinds of bits, blades, taps and abrasives, in the notation of `../kinds.ts`. */
export const drillingAndAbrasives = `
twist-drill: Twist drill bit {m} [Drill bits]
= {n} {d}, DIN 338
@ d Diameter (mm): 1, 1.5, 2, 2.5, 3, 3.2, 3.5, 4, 4.2, 4.5, 5, 5.5, 6, 6.5, 6.8, 7, 8, 8.5, 9, 10, 10.2, 11, 12, 13
@ m Material: HSS-R, HSS-G, HSS-Co 5, HSS TiN
~ twist-drill-inch drill-bit-set step-drill
> For steel, cast iron and non-ferrous metals, split point from 3 mm.

twist-drill-inch: Jobber drill bit {m} [Drill bits]
= {n} {d}
@ d Diameter ("): 1/16, 5/64, 3/32, 7/64, 1/8, 9/64, 5/32, 3/16, 7/32, 1/4, 9/32, 5/16, 3/8, 7/16, 1/2
@ m Material: black oxide, cobalt, bright
~ drill-bit-set
> High speed steel, 118 degree point, by ANSI B94.11.

drill-bit-set: Drill bit set {m} [Drill bits]
= {n}, {r}, {p} pieces
@ r Range: 1 to 10 mm, 1 to 13 mm, 2 to 8 mm, 1/16 to 1/2 in
@ p Pieces: 13, 19, 25, 29
@ m Material: HSS-G, HSS-Co 5
> Metal case that opens in steps, sizes marked.

masonry-drill: Masonry drill bit [Drill bits]
= {n} {d} x {l}
@ d Diameter (mm): 4, 5, 6, 8, 10, 12, 14
@ l Length (mm): 85, 100, 120, 150, 200, 400
~ sds-plus-drill
> Carbide tip for brick and stone, round shank for a hammer drill.

sds-plus-drill: SDS-plus drill bit [Drill bits]
= {n} {d} x {l}
@ d Diameter (mm): 5, 6, 8, 10, 12, 14, 16, 18, 20, 25
@ l Length (mm): 110, 160, 210, 260, 310, 450
~ sds-max-drill
> Four carbide edges for reinforced concrete; for rotary hammers.

sds-max-drill: SDS-max drill bit [Drill bits]
= {n} {d} x {l}
@ d Diameter (mm): 16, 18, 20, 22, 25, 28, 32, 40
@ l Length (mm): 340, 540, 920
> Deep holes in concrete, for heavy rotary hammers.

sds-chisel: SDS-plus chisel [Chisels]
= {n}, {k}, {l}
@ k Kind: pointed, flat 20 mm, wide 40 mm, tile 40 mm
@ l Length (mm): 250, 400
> For chiseling with a rotary hammer; self sharpening.

wood-drill: Brad point drill bit [Drill bits]
= {n} {d}, wood
@ d Diameter (mm): 3, 4, 5, 6, 7, 8, 10, 12, 14, 16
~ auger-bit spade-bit
> Center point and spurs for clean holes in timber and dowels.

auger-bit: Auger bit [Drill bits]
= {n} {d} x {l}
@ d Diameter (mm): 8, 10, 12, 14, 16, 18, 20, 24, 30
@ l Length (mm): 235, 320, 460, 600
> Screw point pulls itself through beams.

spade-bit: Spade bit [Drill bits]
= {n} {d}
@ d Diameter (mm): 6, 10, 13, 16, 20, 22, 25, 32, 38
> Fast holes in soft wood for pipes and cables.

forstner-bit: Forstner bit [Drill bits]
= {n} {d}
@ d Diameter (mm): 15, 20, 25, 26, 30, 35, 40
> Flat bottomed holes for hinges.

hole-saw: Hole saw, bi-metal [Hole saws]
= {n} {d}
@ d Diameter (mm): 20, 25, 32, 38, 44, 51, 60, 68, 76, 83, 102, 127
~ core-drill
+ Arbor with pilot drill
> Cobalt teeth, for sheet, stainless steel, wood and plastic.

core-drill: Diamond core drill [Hole saws]
= {n} {d}, {k}
@ d Diameter (mm): 52, 68, 82, 102, 122, 152, 162
@ k Kind: dry, wet
+ Extension
> Segmented, for sockets in masonry and openings in concrete.

step-drill: Step drill bit [Drill bits]
= {n} {r}
@ r Range: 4 to 12 mm, 4 to 20 mm, 6 to 30 mm, 4 to 39 mm
> Holes in sheet metal without burrs; one bit for many diameters.

countersink: Countersink 90° [Drill bits]
= {n}, {d}
@ d Diameter (mm): 6.3, 8.3, 10.4, 12.4, 16.5, 20.5, 25
> Three flutes, by DIN 335 C.

tap: Machine tap [Threading]
= {n} {t}, {k}
@ t Thread: M3, M4, M5, M6, M8, M10, M12, M16, M20
@ k Kind: spiral point, spiral flute, hand tap set
~ threading-die tap-die-set
+ Tap wrench
> Ground thread, HSS-E, for steel to 1000 N per square mm.

threading-die: Round threading die [Threading]
= {n} {t}
@ t Thread: M3, M4, M5, M6, M8, M10, M12, M16
~ tap-die-set
+ Die stock
> Cuts outside threads, by EN 22568.

tap-die-set: Tap and die set [Threading]
= {n}, {r}, {p} pcs
@ r Range: M3 to M10, M3 to M12, M6 to M20
@ p Pieces: 20, 31, 44, 54
> With wrenches, gauge and screwdriver in a steel case.

screw-extractor: Screw extractor set [Threading]
= {n}, {p} pieces
@ p Pieces: 5, 6, 8, 25
> Takes out broken bolts and studs, left hand spiral.

bit-set: Screwdriver bit set [Bits]
= {n}, {p} pieces
@ p Pieces: 10, 32, 40, 61
~ phillips-bit torx-bit
+ Magnetic bit holder
> All common profiles with 1/4 in hexagon shank.

phillips-bit: Phillips bit {s} [Bits]
= {n}, {l}, pack of {p}
@ s Size: PH1, PH2, PH3
@ l Length (mm): 25, 50, 90
@ p Pieces: 3, 10, 25
> Torsion zone for impact drivers.

torx-bit: Torx bit {s} [Bits]
= {n}, {l}, pack of {p}
@ s Size: T10, T15, T20, T25, T30, T40
@ l Length (mm): 25, 50, 90
@ p Pieces: 3, 10, 25
> Exact fit by milling, for decking and chipboard screws.

circular-saw-blade: Circular saw blade [Saw blades]
= {n} {d} x {b}, {t} teeth
@ d Diameter (mm): 160, 165, 184, 190, 216, 250, 254, 305, 315
@ b Bore (mm): 16, 20, 30
@ t Teeth: 24, 36, 48, 60, 80, 96
> Carbide tipped, alternating bevel, for wood and laminated panels.

jigsaw-blade: Jigsaw blade, T-shank [Saw blades]
= {n} for {k}, {l}, pack of {p}
@ k For: wood, metal, laminate, stainless steel
@ l Length (mm): 75, 100, 132, 180
@ p Pieces: 3, 5, 25
> Fits all common jigsaws with T-shank.

recip-blade: Reciprocating saw blade [Saw blades]
= {n} for {k}, {l}, pack of {p}
@ k For: wood, metal, nails in wood, aerated concrete
@ l Length (mm): 150, 225, 300
@ p Pieces: 2, 5, 25
> Bi-metal and flexible.

cutting-disc: Cutting disc [Discs]
= {n} {d} x {t} for {k}
@ d Diameter (mm): 115, 125, 150, 180, 230
@ t Thickness (mm): 1, 1.6, 1.9, 2.5, 3
@ k For: steel, stainless steel, stone, aluminum
~ diamond-disc grinding-disc
> Reinforced resin bond, 80 m/s, for angle grinders.

grinding-disc: Grinding disc [Discs]
= {n} {d} x {t} for {k}
@ d Diameter (mm): 115, 125, 180, 230
@ t Thickness (mm): 6, 7, 8
@ k For: steel, stainless steel, stone
~ flap-disc
> Depressed center, for welds and edges.

flap-disc: Flap disc [Discs]
= {n} {d}, grit {g}
@ d Diameter (mm): 115, 125, 180
@ g Grit (grit): 40, 60, 80, 120
> Zirconia cloth, grinds and finishes in one pass.

diamond-disc: Diamond blade [Discs]
= {n} {d} for {k}
@ d Diameter (mm): 115, 125, 180, 230, 300, 350
@ k For: concrete, tiles, asphalt, universal
> Laser welded segments, dry and wet.

sanding-disc: Sanding disc, hook and loop [Abrasives]
= {n} {d}, grit {g}, pack of {p}
@ d Diameter (mm): 125, 150, 225
@ g Grit (grit): 40, 60, 80, 100, 120, 150, 180, 240, 320
@ p Pieces: 10, 50, 100
~ sandpaper
> Eight holes; for random orbit sanders of all makes.

sandpaper: Sandpaper sheet [Abrasives]
= {n} 230 x 280 mm, grit {g}, pack of {p}
@ g Grit (grit): 40, 60, 80, 100, 120, 180, 240, 400, 600
@ p Pieces: 10, 50
~ sanding-belt
> For wood, filler and paint, by hand or machine.

sanding-belt: Sanding belt [Abrasives]
= {n} {b}, grit {g}, pack of {p}
@ b Belt: 75 x 457 mm, 75 x 533 mm, 100 x 610 mm
@ g Grit (grit): 40, 60, 80, 100, 120
@ p Pieces: 3, 10
> Cloth backed, for belt sanders.

wire-wheel: Wire wheel brush [Abrasives]
= {n} {d}, {k}
@ d Diameter (mm): 75, 100, 125, 150, 200
@ k Wire: crimped steel, knotted steel, brass
> Removes rust and paint.

sharpening-stone: Sharpening stone [Abrasives]
= {n} {g}, 200 x 60 mm
@ g Grit: 400/1000, 1000/3000, 1000/6000, 3000/8000
> Waterstone for knives, chisels and plane irons.
`;
