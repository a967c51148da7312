/** Kinds of fasteners, in the notation of `../kinds.ts`. */
export const fasteners = `
hex-bolt: Hex bolt [Bolts]
= {n} {t} x {l}, {m}, DIN 933
@ t Thread: M4, M5, M6, M8, M10, M12, M16, M20
@ l Length (mm): 10, 12, 16, 20, 25, 30, 35, 40, 50, 60, 80, 100
@ m Material: A2, A4, 8.8 zinc plated, 10.9 plain
~ carriage-bolt socket-screw
> Hexagon head, thread to the head.

carriage-bolt: Carriage bolt [Bolts]
= {n} {t} x {l}, {m}, DIN 603
@ t Thread: M5, M6, M8, M10, M12
@ l Length (mm): 20, 30, 40, 50, 60, 80, 100, 120
@ m Material: A2, zinc plated
> Round head with square neck, for timber. Known as coach bolt, too.

socket-screw: Socket head cap screw [Bolts]
= {n} {t} x {l}, {m}, DIN 912
@ t Thread: M3, M4, M5, M6, M8, M10, M12
@ l Length (mm): 6, 8, 10, 12, 16, 20, 25, 30, 40, 50, 60
@ m Material: A2, A4, 8.8 zinc plated, 12.9 black
~ machine-screw
> Cylinder head with hexagon socket, knurled.

machine-screw: Machine screw, pan head [Bolts]
= {n} {t} x {l}, {m}, ISO 7045
@ t Thread: M2, M2.5, M3, M4, M5, M6
@ l Length (mm): 4, 6, 8, 10, 12, 16, 20, 25
@ m Material: A2, zinc plated, brass
> Cross recess, for housings and terminals.

set-screw: Set screw, cup point [Bolts]
= {n} {t} x {l}, {m}, DIN 916
@ t Thread: M3, M4, M5, M6, M8
@ l Length (mm): 4, 5, 6, 8, 10, 12, 16, 20
@ m Material: A2, 45H black
> Grub screw with hexagon socket, fixes pulleys on shafts.

threaded-rod: Threaded rod [Bolts]
= {n} {t}, {l}, {m}, DIN 975
@ t Thread: M4, M5, M6, M8, M10, M12, M16, M20
@ l Length (m): 1, 2, 3
@ m Material: A2, A4, 4.8 zinc plated
> All thread, cut to length with a hacksaw.

eye-bolt: Lifting eye bolt [Bolts]
= {n} {t}, {m}, DIN 580
@ t Thread: M6, M8, M10, M12, M16, M20
@ m Material: A2, C15E zinc plated
> Forged ring for lifting machines; marked with its load.

hex-nut: Hex nut [Nuts]
= {n} {t}, {m}, DIN 934
@ t Thread: M3, M4, M5, M6, M8, M10, M12, M16, M20
@ m Material: A2, A4, 8 zinc plated, brass
~ lock-nut wing-nut cap-nut
> By the hundred.

lock-nut: Lock nut, nylon insert [Nuts]
= {n} {t}, {m}, DIN 985
@ t Thread: M3, M4, M5, M6, M8, M10, M12, M16
@ m Material: A2, A4, 8 zinc plated
> Does not loosen under vibration.

wing-nut: Wing nut [Nuts]
= {n} {t}, {m}, DIN 315
@ t Thread: M4, M5, M6, M8, M10
@ m Material: A2, zinc plated
> Tightened by hand.

cap-nut: Domed cap nut [Nuts]
= {n} {t}, {m}, DIN 1587
@ t Thread: M4, M5, M6, M8, M10, M12
@ m Material: A2, brass nickel plated
> Covers the end of the thread.

flat-washer: Flat washer [Washers]
= {n} {t}, {m}, DIN 125
@ t Thread: M3, M4, M5, M6, M8, M10, M12, M16, M20
@ m Material: A2, A4, zinc plated, nylon
~ fender-washer spring-washer
> Spreads the pressure below head or nut.

fender-washer: Fender washer [Washers]
= {n} {t}, {m}, DIN 9021
@ t Thread: M4, M5, M6, M8, M10, M12
@ m Material: A2, zinc plated
> Outer diameter three times the thread, for wood and sheet. Also called penny washer.

spring-washer: Spring washer [Washers]
= {n} {t}, {m}, DIN 127
@ t Thread: M4, M5, M6, M8, M10, M12
@ m Material: A2, zinc plated
> Split ring against loosening.

wood-screw: Wood screw, countersunk [Screws]
= {n} {d} x {l}, {h}, box of {p}
@ d Diameter (mm): 3, 3.5, 4, 4.5, 5, 6
@ l Length (mm): 16, 20, 25, 30, 35, 40, 50, 60, 70, 80, 100, 120
@ h Drive: T20, T25, PZ2
@ p Pieces: 100, 200, 500, 1000
~ chipboard-screw decking-screw construction-screw
> Partial thread and milling ribs.

chipboard-screw: Chipboard screw [Screws]
= {n} {d} x {l}, {h}, box of {p}
@ d Diameter (mm): 3, 3.5, 4, 4.5, 5
@ l Length (mm): 16, 20, 25, 30, 40, 50
@ h Drive: PZ2, T20
@ p Pieces: 200, 500, 1000
> Full thread, yellow passivated, for furniture panels.

drywall-screw: Drywall screw [Screws]
= {n} {d} x {l}, {k} thread, box of {p}
@ d Diameter (mm): 3.5, 3.9, 4.2
@ l Length (mm): 25, 35, 45, 55, 75
@ k Thread: fine, coarse
@ p Pieces: 500, 1000
> Bugle head, phosphated black, for plasterboard.

decking-screw: Decking screw [Screws]
= {n} {d} x {l}, A2, T25, box of {p}
@ d Diameter (mm): 4.5, 5, 5.5
@ l Length (mm): 40, 50, 60, 70, 80
@ p Pieces: 100, 200, 500
> Stainless, with drill point, for terraces.

construction-screw: Construction screw, washer head [Screws]
= {n} {d} x {l}, T40, box of {p}
@ d Diameter (mm): 6, 8, 10
@ l Length (mm): 80, 100, 120, 160, 200, 240, 300
@ p Pieces: 50, 100
> For rafters and beams.

sheet-metal-screw: Self-drilling screw [Screws]
= {n} {d} x {l}, hex head, box of {p}
@ d Diameter (mm): 4.2, 4.8, 5.5, 6.3
@ l Length (mm): 13, 16, 19, 25, 32, 38, 50
@ p Pieces: 100, 250, 500
> Drill point for sheet to 6 mm, with sealing washer.

concrete-screw: Concrete screw anchor [Anchors]
= {n} {d} x {l}
@ d Diameter (mm): 6, 7.5, 8, 10, 12
@ l Length (mm): 40, 52, 72, 92, 112, 132
~ wedge-anchor
> Cuts its own thread in concrete; taken out again without trace.

wedge-anchor: Wedge anchor [Anchors]
= {n} {t} x {l}, {m}
@ t Thread: M6, M8, M10, M12, M16
@ l Length (mm): 65, 80, 95, 115, 140
@ m Material: zinc plated, A4
~ chemical-anchor
> Through bolt for cracked concrete, approved.

chemical-anchor: Injection mortar [Anchors]
= {n} {k}, 300 ml
@ k Resin: vinylester, polyester, epoxy
+ Mixing nozzle; Dispenser gun
> Chemical fixing of threaded rods in brick and concrete.

wall-plug: Wall plug, nylon [Anchors]
= {n} {d} x {l}, box of {p}
@ d Diameter (mm): 5, 6, 8, 10, 12, 14
@ l Length (mm): 25, 30, 40, 50, 60, 70
@ p Pieces: 25, 50, 100, 200
~ cavity-anchor
> Expands in solid and hollow brick.

cavity-anchor: Plasterboard anchor [Anchors]
= {n}, {k}, box of {p}
@ k Kind: metal, nylon, toggle
@ p Pieces: 25, 50, 100
> Hollow wall fixing for lamps, rails and shelves.

nail: Round head nail [Nails]
= {n} {d} x {l}, {m}, {p} kg
@ d Diameter (mm): 2, 2.5, 2.8, 3.1, 3.4, 3.8, 4.2
@ l Length (mm): 30, 40, 50, 60, 65, 70, 80, 100, 120
@ m Finish: bright, galvanized
@ p Pack in kg: 1, 2.5, 5
~ framing-nail roofing-nail
> For carpentry and formwork.

framing-nail: Collated framing nail [Nails]
= {n} {l}, {a}, box of {p}
@ l Length (mm): 50, 63, 75, 80, 90
@ a Angle (°): 21, 28, 34
@ p Pieces: 1000, 2000, 3000
> Paper strip for nail guns.

roofing-nail: Roofing nail, galvanized [Nails]
= {n} {l}, 1 kg
@ l Length (mm): 20, 25, 30, 35, 40
> Large flat head for felt and shingles.

blind-rivet: Blind rivet {m} [Rivets]
= {n} {d} x {l}, box of {p}
@ d Diameter (mm): 3, 3.2, 4, 4.8, 5, 6
@ l Length (mm): 6, 8, 10, 12, 16, 20
@ m Material: aluminum/steel, A2/A2, copper/steel
@ p Pieces: 50, 100, 500, 1000
~ rivet-gun
> Set from one side; also called pop rivet.

rivet-gun: Hand riveter [Rivets]
= {n}, {k}
@ k Kind: long arm, lever, folding
+ Nosepieces
> Sets blind rivets from 2.4 to 4.8 mm.

staple: Staple, type {k} [Nails]
= {n}, {l}, box of {p}
@ k Type: 53, 140, 13/4
@ l Length (mm): 6, 8, 10, 12, 14
@ p Pieces: 1000, 2000, 5000
> Fine wire for upholstery and foil. For hand tackers.

cable-tie: Cable tie [Cable fixing]
= {n} {l} x {w}, {c}, pack of {p}
@ l Length (mm): 100, 150, 200, 300, 370, 450
@ w Width (mm): 2.5, 3.6, 4.8, 7.6
@ c Color: black, natural
@ p Pieces: 100, 500
> Nylon, resists sunlight. Also known as zip tie.

hose-clamp: Hose clamp [Clips]
= {n} {r}, {m}
@ r Range: 8 to 12 mm, 12 to 20 mm, 16 to 27 mm, 25 to 40 mm, 40 to 60 mm, 70 to 90 mm
@ m Material: W1, W2, A4
> Worm drive, known as jubilee clip.
`;
