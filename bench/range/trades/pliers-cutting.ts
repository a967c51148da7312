/** Kinds of pliers, knives, saws and tools for wood, in the notation of `../kinds.ts`. */
export const pliersAndCutting = `
combination-pliers: Combination pliers [Pliers]
= {n}, {l}, {g}
@ l Length (mm): 160, 180, 200
@ g Handles: dipped handles, two component handles, VDE 1000 V
> Grip, cut and hold. Induction hardened cutting edge for hard wire to 2 mm.

needle-nose-pliers: Needle nose pliers [Pliers]
= {n}, {l}, {t}
@ l Length (mm): 125, 160, 200, 280
@ t Tips: straight, bent 45°
> Long half round jaws for wiring and narrow housings.

diagonal-cutter: Diagonal cutter [Pliers]
= {n}, {l}, {g}
@ l Length (mm): 125, 140, 160, 180, 200
@ g Handles: dipped handles, two component handles, VDE 1000 V
~ end-cutter cable-cutter
> Side cutting edge for soft, hard and piano wire.

end-cutter: End cutting nippers [Pliers]
= {n} {l}
@ l Length (mm): 160, 180, 200, 250
> Carpenters pull nails with them; concreters twist and cut tying wire.

water-pump-pliers: Water pump pliers [Pliers]
= {n}, {l}, {p} positions
@ l Length (mm): 180, 250, 300, 400
@ p Positions: 7, 9, 25
~ pipe-wrench
> Slip joint with push button, grips round and flat stock. Self locking on a pipe.

locking-pliers: Locking pliers [Pliers]
= {n}, {l}, {t}
@ l Length (in): 5, 7, 10, 12
@ t Jaws: curved jaws, straight jaws, long nose
> Vise grip action: set the width by a screw, lock with one hand.

circlip-pliers: Circlip pliers [Pliers]
= {n}, {k}, {r}
@ k For: external rings, internal rings
@ r Range: 3 to 10 mm, 10 to 25 mm, 19 to 60 mm, 40 to 100 mm
> Solid tips, for retaining rings on shafts or in bores.

crimping-pliers: Crimping pliers [Pliers]
= {n} for {k}, {r}
@ k For: insulated terminals, end sleeves, RJ45 plugs, solar plugs
@ r Range: 0.14 to 6 mm², 0.5 to 10 mm², 6 to 16 mm²
+ Exchangeable dies
> Ratchet that opens only after a full press.

wire-stripper: Wire stripper [Pliers]
= {n}, automatic, {r}
@ r Range: 0.03 to 10 mm², 0.2 to 6 mm², 4 to 16 mm²
+ Replacement blades
> Adjusts itself to the diameter of the conductor, with a length stop.

cable-cutter: Cable cutter [Pliers]
= {n}, {d}
@ d Cable diameter (mm): 15, 20, 27, 32, 52, 62
> Cuts copper and aluminum cables without crushing them. Not for steel wire.

bolt-cutter: Bolt cutter [Cutters]
= {n}, {l}
@ l Length (in): 14, 18, 24, 30, 36, 42
+ Replacement cutting head
> Center cut for rod, mesh, padlocks and chain.

tin-snips: Tin snips [Cutters]
= {n}, {c} cut, {l}
@ c Cut: straight, left, right
@ l Length (mm): 180, 240, 260, 300
> Compound action for sheet metal to 1.5 mm; stainless steel to 1 mm.

utility-knife: Utility knife [Knives]
= {n}, {b}, {k}
@ b Blade width (mm): 9, 18, 19, 25
@ k Kind: snap-off, retractable, folding, safety
~ carpet-knife
+ Blades, pack of 10; Holster
> Cuts cartons, film and plasterboard. Blade storage in the handle.

carpet-knife: Carpet knife, hooked [Knives]
= {n}, {l}
@ l Length (mm): 160, 190
> Hook blade for floor coverings and roofing felt.

hacksaw: Hacksaw frame [Saws]
= {n}, {l}, {k}
@ l Blade length (mm): 150, 250, 300
@ k Kind: high tension, junior, adjustable
+ Blades 24 tpi, pack of 10
> Cuts steel, conduit and plastic; blade at 45 or 90 degrees.

hand-saw: Hand saw, crosscut [Saws]
= {n}, {l}, {t}
@ l Length (mm): 400, 450, 500, 550
@ t Points per inch (ppi): 7, 8, 9, 11, 13
~ tenon-saw pull-saw
> Hardpoint teeth for boards and panels.

tenon-saw: Tenon saw, brass back [Saws]
= {n}, {l}, {t}
@ l Length (mm): 250, 300, 350
@ t Points per inch (ppi): 11, 13, 14
> Stiff back for joints and fine cuts in wood.

pull-saw: Japanese pull saw [Saws]
= {n} {k}, {l}
@ k Kind: Ryōba, Dōzuki, Kataba
@ l Blade length (mm): 210, 240, 265, 300
+ Replacement blade
> Thin blade that cuts on the pull, for dovetails.

coping-saw: Coping saw [Saws]
= {n}, depth {d}
@ d Depth (mm): 120, 165, 300
+ Blades, pack of 12
> For curves in thin wood and plastic.

bench-chisel: Bevel edge chisel [Chisels]
= {n}, {s}, {h}
@ s Width (mm): 4, 6, 8, 10, 12, 16, 18, 20, 25, 32, 40
@ h Handle: hornbeam, ash, plastic
~ mortise-chisel chisel-set
> Bevels fine enough for dovetails; chrome vanadium at 61 HRC.

mortise-chisel: Mortise chisel [Chisels]
= {n}, {s}
@ s Width (mm): 6, 8, 10, 12, 16
> Thick blade for deep holes of locks and tenons.

chisel-set: Wood chisel set [Chisels]
= {n}, {p} pieces
@ p Pieces: 3, 4, 6, 8
> In a wooden box, honed and ready.

cold-chisel: Cold chisel [Chisels]
= {n}, {l}, edge {e}
@ l Length (mm): 125, 150, 200, 250, 300
@ e Edge (mm): 15, 20, 24, 26
~ masonry-chisel
> Octagonal, for rivets, bolts and mild steel. Struck with a hammer.

masonry-chisel: Brick bolster [Chisels]
= {n}, {e}, with guard
@ e Edge (mm): 50, 60, 80, 100
> For splitting brick, block and paving.

block-plane: Block plane [Planes]
= {n}, {a}, {w} iron
@ a Angle: low angle, standard angle
@ w Iron width (mm): 35, 40, 44
~ bench-plane
+ Replacement iron
> One handed, for end grain and chamfers.

bench-plane: Smoothing plane No. 4 [Planes]
= {n}, {w} iron
@ w Iron width (mm): 45, 50, 60
~ jack-plane
+ Replacement iron
> Leaves a surface of wood ready for oil.

jack-plane: Jack plane No. 5 [Planes]
= {n}, {w} iron
@ w Iron width (mm): 50, 60
> Long sole, first to flatten rough boards.

wood-rasp: Wood rasp [Files]
= {n}, {l}, {c}
@ l Length (mm): 150, 200, 250
@ c Cut: coarse, medium, fine
> Half round, hand stitched or machine cut, for shaping wood.

flat-file: Flat file [Files]
= {n}, {l}, {c}
@ l Length (in): 6, 8, 10, 12
@ c Cut: bastard, second cut, smooth
~ round-file half-round-file file-set
+ File handle
> Double cut faces, one safe edge.

round-file: Round file [Files]
= {n}, {l}, {c}
@ l Length (in): 6, 8, 10, 12
@ c Cut: bastard, second cut, smooth
+ File handle
> For enlarging holes and rounding slots.

half-round-file: Half round file [Files]
= {n}, {l}, {c}
@ l Length (in): 6, 8, 10, 12
@ c Cut: bastard, second cut, smooth
> One flat and one curved face.

file-set: Needle file set [Files]
= {n}, {p} pieces
@ p Pieces: 6, 10, 12
> Swiss cut 2, for molds and jewelry, in a pouch.
`;
