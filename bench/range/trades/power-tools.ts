/** Kinds of power tools, in the notation of `../kinds.ts`. */
export const powerTools = `
hammer-drill: Cordless hammer drill [Drills]
= {n} {v}, {k}
@ v Voltage (V): 12, 18, 36, 40
@ k Batteries: 2 x 2.0 Ah, 2 x 4.0 Ah, 2 x 5.0 Ah, body only
~ cordless-drill rotary-hammer corded-drill
+ Carrying case; Auxiliary handle
> Brushless motor, two gears, metal chuck of 13 mm. Drills brick and masonry with impact.

cordless-drill: Cordless drill driver [Drills]
= {n} {v}, {k}
@ v Voltage (V): 10.8, 12, 14.4, 18
@ k Batteries: 2 x 1.5 Ah, 2 x 2.0 Ah, 2 x 4.0 Ah, body only
~ impact-driver corded-drill
+ Keyless chuck; Belt clip
> For drilling wood and metal and driving screws, 21 torque settings.

corded-drill: Impact drill, corded [Drills]
= {n}, {w}
@ w Power (W): 500, 650, 750, 850, 1100
+ Depth stop; Carbon brushes, pair
> Mains powered, keyless chuck, switch for hammer action in walls.

rotary-hammer: Rotary hammer SDS-plus [Drills]
= {n}, {w}, {j} J
@ w Power (W): 620, 800, 900, 1050
@ j Impact energy in joules: 1.8, 2.4, 2.7, 3.2
~ demolition-hammer
+ Dust extraction attachment; SDS chuck adapter
> Drills holes for anchors in concrete, with vibration control.

demolition-hammer: Demolition hammer SDS-max [Drills]
= {n}, {w}, {j} J
@ w Power (W): 1100, 1300, 1600, 2000
@ j Impact energy in joules: 11, 17, 23, 45
~ rotary-hammer
+ Carbon brushes, pair
> Breaks concrete and asphalt; chisels only.

impact-driver: Cordless impact driver [Drills]
= {n} {v}, {t}, {k}
@ v Voltage (V): 12, 18
@ t Torque (Nm): 110, 160, 180, 210
@ k Batteries: 2 x 2.0 Ah, 2 x 5.0 Ah, body only
~ cordless-drill impact-wrench
> 1/4 in hexagon holder, drives long screws without twisting the wrist.

impact-wrench: Cordless impact wrench [Drills]
= {n} {v}, {t}, {d}
@ v Voltage (V): 12, 18
@ t Torque (Nm): 250, 400, 700, 1000, 1600
@ d Square drive ("): 3/8, 1/2, 3/4
~ air-impact-wrench
+ Protective boot
> Loosens wheel nuts and structural bolts, three speeds.

drywall-screwdriver: Drywall screwdriver, corded [Drills]
= {n}, {w}
@ w Power (W): 500, 600, 720
+ Magazine attachment
> Depth sensitive clutch for plasterboard screws.

angle-grinder: Angle grinder [Grinders]
= {n}, {d}, {w}
@ d Disc diameter (mm): 115, 125, 150, 180, 230
@ w Power (W): 720, 850, 1100, 1400, 2200, 2600
~ cordless-angle-grinder
+ Guard; Locking nut; Carbon brushes, pair
> Soft start, protection against restart, handle on either side.

cordless-angle-grinder: Cordless angle grinder [Grinders]
= {n} {v}, {d}, {k}
@ v Voltage (V): 18, 36
@ d Disc diameter (mm): 115, 125
@ k Batteries: 2 x 5.0 Ah, body only
+ Guard
> Brushless, with brake and paddle switch.

bench-grinder: Bench grinder [Grinders]
= {n}, {d}, {w}
@ d Wheel diameter (mm): 125, 150, 200, 250
@ w Power (W): 150, 250, 350, 500
~ die-grinder
+ Spark guard; Work rest
> Two wheels, for sharpening drill bits and chisels.

die-grinder: Straight grinder [Grinders]
= {n}, {w}, collet {c}
@ w Power (W): 400, 500, 650
@ c Collet (mm): 3, 6, 8
+ Collet
> For mounted points and burrs in steel and castings.

circular-saw: Circular saw [Power saws]
= {n}, {d}, {w}
@ d Blade diameter (mm): 160, 165, 184, 190, 235
@ w Power (W): 1050, 1200, 1400, 1800
~ plunge-saw cordless-circular-saw
+ Parallel guide; Guide rail adapter
> Cuts boards and panels at up to 56 degrees.

cordless-circular-saw: Cordless circular saw [Power saws]
= {n} {v}, {d}, {k}
@ v Voltage (V): 18, 36, 40
@ d Blade diameter (mm): 136, 165, 190
@ k Batteries: 2 x 5.0 Ah, body only
> Electric brake, lamp and dust blower.

plunge-saw: Plunge cut saw [Power saws]
= {n}, {d}, {w}
@ d Blade diameter (mm): 160, 165, 168
@ w Power (W): 1200, 1300, 1400
+ Guide rail 1.4 m; Splinter guard
> Runs on a rail, for kitchens and doors.

jigsaw: Jigsaw [Power saws]
= {n}, {w}, {g}
@ w Power (W): 500, 650, 720, 800
@ g Grip: barrel grip, bow handle
~ coping-saw scroll-saw
+ Blade set; Antisplinter insert
> Curved cuts in wood to 150 mm, four pendulum steps.

reciprocating-saw: Reciprocating saw [Power saws]
= {n}, {w}
@ w Power (W): 1010, 1100, 1300, 1500
+ Blades for metal, pack of 5
> Saber saw for demolition, pipes and pallets.

miter-saw: Miter saw, sliding [Power saws]
= {n}, {d}, {w}
@ d Blade diameter (mm): 216, 254, 305
@ w Power (W): 1400, 1600, 1800, 2000
+ Stand; Dust bag
> Trim, laminate and frames at exact angles; laser line.

table-saw: Table saw [Power saws]
= {n}, {d}, {w}
@ d Blade diameter (mm): 210, 254, 315
@ w Power (W): 1500, 1800, 2000
+ Folding stand; Push stick
> Rip fence with fine setting, riving knife, extension to 640 mm.

band-saw: Band saw [Power saws]
= {n}, height {h}, {w}
@ h Cutting height (mm): 80, 120, 200, 305
@ w Power (W): 350, 550, 900, 1500
+ Blade 6 mm
> For curves and resawing of timber.

scroll-saw: Scroll saw [Power saws]
= {n}, throat {h}, {w}
@ h Throat (mm): 406, 457, 508
@ w Power (W): 90, 120, 125
> Fine fretwork, speed control.

random-orbit-sander: Random orbit sander [Sanders]
= {n}, {d}, {w}
@ d Pad diameter (mm): 125, 150
@ w Power (W): 250, 300, 400, 500
~ palm-sander belt-sander
+ Backing pad; Dust bag
> Fine finish without swirls, speed control.

palm-sander: Palm sander [Sanders]
= {n}, {w}
@ w Power (W): 180, 200, 250
+ Dust bag
> Quarter sheet, for corners and small areas.

belt-sander: Belt sander [Sanders]
= {n}, {b}, {w}
@ b Belt: 75 x 457 mm, 75 x 533 mm, 100 x 610 mm
@ w Power (W): 600, 850, 1010, 1200
+ Sanding frame
> Removes paint and flattens boards quickly.

router: Router [Woodworking machines]
= {n}, {w}, collet {c}
@ w Power (W): 710, 1100, 1400, 2000
@ c Collet (mm): 6, 8, 12
+ Guide bush; Edge guide
> Plunge base, for grooves and profiles.

planer: Electric planer [Woodworking machines]
= {n}, {b}, {w}
@ b Width (mm): 82, 110, 170
@ w Power (W): 620, 710, 850, 1200
+ Reversible blades, pair
> For doors, beams and rebates.

multi-tool: Oscillating multi-tool [Woodworking machines]
= {n}, {w}
@ w Power (W): 200, 250, 300, 400
+ Plunge blade; Scraper blade
> Cuts, sands and scrapes; blade change without a key.

heat-gun: Heat gun [Heating]
= {n}, {w}, {t}
@ w Power (W): 1600, 2000, 2300
@ t Highest temperature (°C): 500, 600, 650
+ Nozzle set
> Strips paint, shrinks tubing, welds plastics.

dust-extractor: Dust extractor, class {c} [Vacuums]
= {n}, {l}
@ c Class: L, M
@ l Volume (L): 20, 25, 30, 35, 50
+ Filter; Dust bags, pack of 5; Hose 3.5 m
> Wet and dry, with socket for a power tool and automatic start.

battery: Lithium-ion battery [Batteries]
= {n} {v}, {a} Ah
@ v Voltage (V): 10.8, 12, 18, 36, 40
@ a Capacity in Ah: 1.5, 2.0, 3.0, 4.0, 5.0, 8.0
~ charger
> Charge display; fits all cordless tools of the series, from drills to circular saws.

charger: Battery charger [Batteries]
= {n} {v}, {k}
@ v Voltage (V): 12, 18, 36
@ k Kind: standard, rapid, dual port
> Fan cooled; charges a battery of 5.0 Ah in 45 minutes.
`;
