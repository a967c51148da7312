/** Kinds of measuring tools, in the notation of `../kinds.ts`. */
export const measuring = `
tape-measure: Tape measure [Measuring]
= {n}, {l} x {w}
@ l Length (m): 2, 3, 5, 8, 10
@ w Width (mm): 13, 16, 19, 25, 27
~ long-tape laser-measure
> Class II, blade lock, sliding hook. Metric on both edges.

long-tape: Surveyor's tape [Measuring]
= {n}, {l}, {m}
@ l Length (m): 20, 30, 50, 100
@ m Band: fiberglass, steel
> Open frame with crank.

folding-rule: Folding rule [Measuring]
= {n}, {l}, {m}
@ l Length (m): 1, 2, 3
@ m Material: beech, fiberglass
~ steel-ruler
> Ten links with hidden springs.

steel-ruler: Steel ruler [Measuring]
= {n} {l}
@ l Length (mm): 150, 300, 500, 1000
> Etched scale, stainless, spring hard.

laser-measure: Laser distance meter [Measuring]
= {n}, {l}, {k}
@ l Range (m): 20, 30, 50, 80, 100, 200
@ k Accuracy: 1 mm, 1.5 mm, 2 mm
> Areas, volumes and Pythagoras at a button.

cross-line-laser: Cross line laser [Measuring]
= {n}, {c}, {l}
@ c Beam: red, green, 3 x 360° green
@ l Range (m): 10, 15, 20, 30
~ spirit-level
+ Tripod; Receiver; Wall mount
> Levels itself within 4 degrees, for tiles and partitions.

spirit-level: Spirit level [Measuring]
= {n}, {l}, {k}
@ l Length (mm): 300, 400, 600, 800, 1000, 1200, 1800, 2000
@ k Kind: box section, magnetic, I-beam, torpedo
> Accurate to 0.5 mm per meter, acrylic vials.

vernier-caliper: Vernier caliper [Measuring]
= {n} {l}, {r}
@ l Range (mm): 100, 150, 200, 300
@ r Reading (mm): 0.02, 0.05
~ digital-caliper
> Stainless, with depth rod and inside jaws.

digital-caliper: Digital caliper [Measuring]
= {n} {l}, 0.01 mm, {k}
@ l Range (mm): 100, 150, 200, 300
@ k Protection: IP40, IP54, IP67
+ Coin cell SR44
> Metric and inch at a button, large display.

micrometer: Outside micrometer [Measuring]
= {n} {r}, {k}
@ r Range (mm): 0 to 25, 25 to 50, 50 to 75, 75 to 100
@ k Kind: analog, digital
~ digital-caliper depth-gauge
> Carbide faces, ratchet stop, DIN 863.

depth-gauge: Depth gauge [Measuring]
= {n} {l}
@ l Range (mm): 150, 200, 300
> Depths of grooves and bores with a stable bridge.

dial-indicator: Dial indicator [Measuring]
= {n} {r}, {k}
@ r Range (mm): 0 to 3, 0 to 5, 0 to 10, 0 to 25
@ k Reading: 0.01 mm, 0.001 mm
+ Magnetic stand; Contact point
> Shock protected gauge for run-out.

feeler-gauge: Feeler gauge [Measuring]
= {n} {r}, {p} leaves
@ r Range: 0.03 to 0.5 mm, 0.05 to 1 mm, 0.1 to 2 mm
@ p Leaves: 8, 13, 20
> Checks clearances of valves and plugs.

try-square: Try square [Measuring]
= {n} {l}, {g}
@ l Length (mm): 75, 100, 150, 200, 300
@ g Grade: DIN 875/0, DIN 875/1, DIN 875/2
~ combination-square
> Hardened steel, for marking and inspection at 90 degrees.

combination-square: Combination square [Measuring]
= {n} {l}
@ l Length (mm): 150, 300, 400
> Sliding rule with 45 and 90 degrees and vial.

thermometer: Infrared thermometer [Measuring]
= {n}, {r}
@ r Range: -30 to 350 °C, -50 to 550 °C, -50 to 1000 °C
> Temperature without contact, with laser dot.
`;
