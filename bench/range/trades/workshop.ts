/** Kinds for clamping, lifting, welding, compressed air and storage, in the notation of `../kinds.ts`. */
export const workshop = `
bench-vise: Bench vise [Vises]
= {n}, {j}, {k}
@ j Jaw width (mm): 80, 100, 120, 125, 150, 175, 200
@ k Kind: fixed base, swivel base, forged steel
~ drill-press-vise woodworking-vise
+ Jaw covers; Replacement jaws
> Ductile iron, rolled spindle, anvil at the back.

drill-press-vise: Drill press vise [Vises]
= {n}, {j}
@ j Jaw width (mm): 60, 80, 100, 120, 150
> Holds round parts in a prism, bolted to the table.

woodworking-vise: Woodworking vise [Vises]
= {n}, {j}, quick release
@ j Jaw width (mm): 175, 230, 265
> For joiner's benches, jaws lined with wood.

f-clamp: Bar clamp [Clamps]
= {n} {l} x {d}
@ l Opening (mm): 160, 200, 250, 300, 400, 600, 800, 1000
@ d Reach (mm): 80, 100, 120, 140
~ c-clamp quick-clamp
+ Protective caps
> F-clamp of cast iron on a drawn rail, wooden handle.

c-clamp: C-clamp [Clamps]
= {n} {l}
@ l Opening (in): 2, 3, 4, 6, 8
> Malleable iron with swivel shoe. Also known as G-clamp.

quick-clamp: One-handed clamp [Clamps]
= {n} {l}
@ l Opening (mm): 150, 300, 450, 600, 900
> Trigger clamp, reverses to a spreader.

spring-clamp: Spring clamp [Clamps]
= {n} {l}, {m}
@ l Opening (mm): 25, 50, 75, 100
@ m Material: nylon, steel
> For foil and light glue work.

ratchet-strap: Ratchet strap [Load securing]
= {n} {w}, {l}, {f} daN
@ w Width (mm): 25, 35, 50
@ l Length (m): 4, 5, 6, 8, 10
@ f Lashing capacity in daN: 500, 1000, 2500
> Tie-down with hooks by EN 12195-2.

chain-hoist: Chain hoist [Lifting]
= {n} {f}, {l} lift
@ f Load (kg): 250, 500, 1000, 2000, 3000
@ l Lift (m): 3, 6
~ lever-hoist
> Manual block with brake.

lever-hoist: Lever hoist [Lifting]
= {n} {f}, {l} lift
@ f Load (kg): 250, 750, 1500, 3000
@ l Lift (m): 1.5, 3
> Ratchet lever, pulls in any direction. Come-along of the trade.

welder-mig: MIG welder [Welding]
= {n} {a}, {k}
@ a Current (A): 160, 180, 200, 250, 320
@ k Supply: 230 V, 400 V
~ welder-stick welder-tig
+ Torch 3 m; Contact tip 0.8 mm; Gas nozzle
> Inverter for gas shielded wire, synergic.

welder-stick: Stick welder [Welding]
= {n} {a}
@ a Current (A): 130, 160, 180, 200
~ welder-tig
+ Electrode holder; Earth clamp
> MMA inverter with hot start.

welder-tig: TIG welder [Welding]
= {n} {a}, {k}
@ a Current (A): 180, 200, 220, 300
@ k Kind: DC, AC/DC
+ Torch 4 m; Tungsten electrodes, pack of 10
> High frequency start; aluminum with AC.

welding-wire: Welding wire [Welding]
= {n} {d}, {m}, {p}
@ d Diameter (mm): 0.6, 0.8, 1, 1.2
@ m Alloy: SG2, 308L, AlMg5, flux cored
@ p Weight (kg): 1, 5, 15
~ welding-electrode
> Layer wound spool for MIG welders.

welding-electrode: Welding electrode [Welding]
= {n} {d} x {l}, {m}
@ d Diameter (mm): 2, 2.5, 3.2, 4
@ l Length (mm): 300, 350
@ m Type: rutile, basic, stainless
> Rods for stick welders, easy to strike.

welding-helmet: Welding helmet [Welding]
= {n}, automatic, {k}
@ k Shade: 9 to 13, 5 to 13
~ safety-glasses
+ Cover lens; Headband
> Darkens by itself within 0.04 ms. Solar cell.

welding-gloves: Welding gloves [Welding]
= {n}, size {s}
@ s Size: 9, 10, 11
~ work-gloves
> Split leather with long cuffs.

compressor: Air compressor [Compressed air]
= {n}, {l}, {b}
@ l Tank (L): 6, 24, 50, 100, 200, 270
@ b Pressure (bar): 8, 10, 11
+ Air filter; Pressure switch; Pressure reducer
> Two cylinders, belt or direct drive.

air-hose: Compressed air hose [Compressed air]
= {n} {d}, {l}
@ d Inside diameter (mm): 6, 8, 10, 13
@ l Length (m): 5, 10, 15, 20
> PVC with couplings, 20 bar.

air-impact-wrench: Air impact wrench [Compressed air]
= {n} {d}, {t}
@ d Square drive ("): 3/8, 1/2, 3/4, 1
@ t Torque (Nm): 380, 680, 1200, 1700
> Pneumatic twin hammer for garages.

nail-gun: Nail gun [Compressed air]
= {n} {k}, {r}
@ k Kind: framing, brad, coil
@ r Nails: 15 to 50 mm, 50 to 90 mm, 32 to 65 mm
~ stapler
+ Repair kit
> Pneumatic nailer with depth setting.

stapler: Hand tacker [Compressed air]
= {n} {k}
@ k Staples: type 53, type 140, type 13/4
> Staple gun for foil, felt and upholstery.

blow-gun: Air blow gun [Compressed air]
= {n}, nozzle {l}
@ l Nozzle (mm): 20, 100, 300
> Cleans workpieces and machines.

tool-box: Tool box [Storage]
= {n} {s}, {m}
@ s Size (in): 13, 16, 19, 22, 26
@ m Material: plastic, steel, aluminum
~ tool-bag tool-chest
> Tray, metal latches, organizer in the lid.

tool-bag: Tool bag [Storage]
= {n} {s}, {k}
@ s Size (in): 12, 16, 18, 20
@ k Kind: open, with lid, backpack
> Ballistic nylon with hard base.

tool-chest: Tool trolley [Storage]
= {n}, {p} drawers, {k}
@ p Drawers: 5, 6, 7, 8, 11
@ k Kind: empty, with 150 tools, with 250 tools
> Roller cabinet with central lock.

workbench: Workbench [Storage]
= {n} {l}, {m}
@ l Length (mm): 1000, 1200, 1500, 2000
@ m Top: beech, multiplex, steel
+ Drawer; Perforated panel
> Carries 500 kg, legs adjustable.

sawhorse: Sawhorse [Storage]
= {n}, {f}, {k}
@ f Load (kg): 100, 250, 500
@ k Kind: folding, telescopic
> Trestle for boards and doors.

shelving: Boltless shelving [Storage]
= {n} {h}, {p} shelves
@ h Height (mm): 1500, 1800, 2000
@ p Shelves: 4, 5, 6
> Galvanized rack, 200 kg a shelf.

ladder: Step ladder [Access]
= {n}, {p} steps, {m}
@ p Steps: 3, 4, 5, 6, 8
@ m Material: aluminum, fiberglass
~ extension-ladder
> EN 131, with tray and rail.

extension-ladder: Extension ladder [Access]
= {n}, {p} x {r} rungs
@ p Parts: 2, 3
@ r Rungs: 8, 10, 12, 14
> Aluminum, with stabilizer.
`;
