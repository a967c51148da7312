/** Kinds of hand tools, in the notation of `../kinds.ts`. */
export const handTools = `
combination-wrench: Combination wrench [Wrenches]
= {n}, {s}, {f}
@ s Width across flats (mm): 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 27, 30, 32
@ f Finish: chrome plated, matte chrome, phosphated
~ open-end-wrench ring-wrench ratcheting-wrench
> Open end and ring of the same size, ring angled 15 degrees. Drop forged of chrome vanadium steel.

open-end-wrench: Double open end wrench [Wrenches]
= {n} {s}
@ s Sizes: 6 x 7 mm, 8 x 9 mm, 10 x 11 mm, 12 x 13 mm, 14 x 15 mm, 16 x 17 mm, 18 x 19 mm, 20 x 22 mm, 24 x 27 mm, 30 x 32 mm
~ ring-wrench
> Slim heads for narrow places, both ends angled.

ring-wrench: Double ring wrench, offset [Wrenches]
= {n}, {s}
@ s Sizes: 6 x 7 mm, 8 x 9 mm, 10 x 11 mm, 12 x 13 mm, 16 x 17 mm, 18 x 19 mm, 21 x 23 mm, 24 x 27 mm
> Deep offset ends reach over neighboring parts; drives on the flanks of a nut.

ratcheting-wrench: Ratcheting combination wrench [Wrenches]
= {n}, {s}, {t} teeth
@ s Width across flats (mm): 8, 10, 12, 13, 14, 15, 16, 17, 18, 19
@ t Teeth: 72, 90, 100
> Ring with a fine ratchet, reversible by a lever. The open end holds the nut while the other end turns the bolt.

adjustable-wrench: Adjustable wrench [Wrenches]
= {n}, {l}, jaw {j}
@ l Length (in): 6, 8, 10, 12, 15, 18
@ j Opening (mm): 20, 25, 30, 38, 45
~ pipe-wrench
> Sliding jaw with a scale, guard ground for little play. Replaces a set of fixed sizes in a service bag.

torque-wrench: Torque wrench [Wrenches]
= {n}, {r}, {d} drive
@ r Range (Nm): 1 to 25, 5 to 25, 10 to 60, 20 to 100, 40 to 200, 60 to 320
@ d Square drive ("): 1/4, 3/8, 1/2, 3/4
+ Calibration kit; Replacement ratchet head
> Clicks when the set torque is reached. Each is delivered with its own certificate of calibration.

socket-set: Socket set [Sockets]
= {n} {d}, {p} pieces
@ d Square drive ("): 1/4, 3/8, 1/2, 3/4
@ p Pieces: 12, 24, 46, 72, 94, 108, 172
~ impact-socket-set
+ Empty case
> Ratchet, extensions and hexagon sockets in a molded case. Also has an adapter for common bits.

impact-socket-set: Impact socket set [Sockets]
= {n}, {d}, {p} pcs
@ d Square drive ("): 3/8, 1/2, 3/4, 1
@ p Pieces: 9, 10, 13, 16
> Thick walled and phosphated, for use with an impact wrench. Chrome molybdenum steel.

ratchet-handle: Ratchet handle [Sockets]
= {n}, {d}, {t} teeth
@ d Square drive ("): 1/4, 3/8, 1/2
@ t Teeth: 45, 60, 72, 90
+ Repair kit
> Quick release and direction lever. Turns sockets of the same square.

hex-key-set: Hex key set [Hex keys]
= {n}, {r}, {p} pieces, {e}
@ r Range: 1.5 to 6 mm, 1.5 to 10 mm, 2 to 12 mm, 1/16 to 3/8 in
@ p Pieces: 7, 8, 9, 12
@ e Ends: ball end, short, extra long
~ hex-key t-handle-hex-key
> L-shaped keys for socket head screws, in a holder of plastic that opens. Nickel plated against rust.

hex-key: Hex key [Hex keys]
= {n} {s}
@ s Width across flats (mm): 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 14
~ t-handle-hex-key
> Bent key of hardened steel, through hardened to 55 HRC.

t-handle-hex-key: T-handle hex driver [Hex keys]
= {n}, {s}, {l}
@ s Width across flats (mm): 2, 2.5, 3, 4, 5, 6, 8, 10
@ l Blade length (mm): 100, 150, 200
> Two component T-handle for more torque; the side blade loosens tight screws.

slotted-screwdriver: Slotted screwdriver [Screwdrivers]
= {n}, {s}
@ s Tip: 0.4 x 2.5 mm, 0.6 x 3.5 mm, 0.8 x 4 mm, 1 x 5.5 mm, 1.2 x 6.5 mm, 1.2 x 8 mm, 1.6 x 10 mm
~ screwdriver-set
> Blade of chrome vanadium, tip ground parallel, hexagon bolster for a wrench.

phillips-screwdriver: Phillips screwdriver [Screwdrivers]
= {n}, {s}, blade {l}
@ s Size: PH0, PH1, PH2, PH3
@ l Blade length (mm): 60, 80, 100, 150, 200
~ pozidriv-screwdriver screwdriver-set
> Cross recess tip with a rough surface, so that it slips less. Soft handle with a hole for hanging.

pozidriv-screwdriver: Pozidriv screwdriver [Screwdrivers]
= {n}, {s}, blade {l}
@ s Size: PZ0, PZ1, PZ2, PZ3
@ l Blade length (mm): 60, 80, 100, 150
~ screwdriver-set
> For the cross recess with four marks between, common in wood screws of Europe.

torx-screwdriver: Torx screwdriver [Screwdrivers]
= {n} {s}
@ s Size: T6, T8, T10, T15, T20, T25, T27, T30, T40
~ screwdriver-set
> Six lobe tip, holds the screw without pressure.

insulated-screwdriver: VDE insulated screwdriver [Screwdrivers]
= {n}, {s}, 1000 V
@ s Tip: PH1, PH2, PZ1, PZ2, 0.8 x 4 mm, 1 x 5.5 mm
~ slotted-screwdriver phillips-screwdriver
> Tested at 10,000 V each, for live work up to 1000 V by IEC 60900.

screwdriver-set: Screwdriver set [Screwdrivers]
= {n}, {p} pieces
@ p Pieces: 4, 6, 7, 8, 10, 12
~ precision-screwdriver-set
> Slotted and cross tips of the sizes used most, with a rack for the wall.

precision-screwdriver-set: Precision screwdriver set [Screwdrivers]
= {n}, {p} pcs
@ p Pieces: 6, 10, 24, 32, 48
> Rotating cap; for watches, phones and glasses.

claw-hammer: Claw hammer [Hammers]
= {n}, {w}, {h} handle
@ w Head weight (oz): 8, 13, 16, 20, 24
@ h Handle: hickory, fiberglass, tubular steel
~ framing-hammer
+ Replacement handle
> Drives nails and pulls them out. Face and claw hardened, fixed with two wedges.

framing-hammer: Framing hammer [Hammers]
= {n} {w}, {h}, milled face
@ w Head weight (oz): 19, 22, 28
@ h Handle: hickory, fiberglass, titanium
> Long handle and milled face for carpentry, magnet to start a nail with one hand.

ball-peen-hammer: Ball peen hammer [Hammers]
= {n}, {w}, {h}
@ w Head weight (oz): 8, 12, 16, 24, 32
@ h Handle: ash, hickory, fiberglass
~ engineers-hammer
+ Replacement handle
> For riveting and peening; peen and face hardened to 57 HRC.

engineers-hammer: Engineer's hammer, DIN 1041 [Hammers]
= {n}, {w}
@ w Head weight (g): 200, 300, 400, 500, 800, 1000, 1500, 2000
~ club-hammer
> Wedge peen across the handle, for metalwork and forging.

club-hammer: Club hammer [Hammers]
= {n}, {w}, {h}
@ w Head weight (g): 1000, 1250, 1500, 2000
@ h Handle: ash, fiberglass
~ sledge-hammer
> Short and heavy, for use on a cold chisel or masonry drill.

sledge-hammer: Sledge hammer [Hammers]
= {n}, {w}, {h} handle
@ w Head weight (kg): 3, 4, 5, 6, 8, 10
@ h Handle: ash, fiberglass
+ Replacement handle
> Two handed, for demolition and driving posts.

rubber-mallet: Rubber mallet [Hammers]
= {n}, {d}, {c}
@ d Head diameter (mm): 55, 65, 75, 90
@ c Color: black, white, gray
~ soft-face-hammer dead-blow-hammer
> Leaves no marks on pavers, tiles and bodywork.

soft-face-hammer: Soft face hammer [Hammers]
= {n}, {d}
@ d Head diameter (mm): 22, 27, 32, 40, 50, 60
~ dead-blow-hammer
+ Replacement faces
> Screwed nylon and rubber faces, which can be changed.

dead-blow-hammer: Dead blow hammer [Hammers]
= {n}, {w}
@ w Head weight (kg): 0.5, 0.7, 1, 1.5, 2
> Filled with steel shot, so that it does not rebound.
`;
