/** Queries for pliers, knives, saws and wood, in the notation of `../judged-queries.ts`. */
export const pliersAndCuttingQueries = `
word | pliers | @Pliers
word | chisel | @Chisels
word | hacksaw | hacksaw
word | bolt cutter | bolt-cutter
word | utility knife | utility-knife
word | locking pliers | locking-pliers
word | tin snips | tin-snips
word | coping saw | coping-saw
word | rasp | wood-rasp
word | block plane | block-plane
word | saw | @Saws @Power_saws
plural | bolt cutters | bolt-cutter
plural | chisels | @Chisels
plural | utility knives | utility-knife
plural | hand saws | hand-saw
plural | planes | @Planes
plural | needle files | file-set
plural | wire strippers | wire-stripper
plural | rasps | wood-rasp
attribute | combination pliers 180 mm | combination-pliers | l=180
attribute | snap-off utility knife 18 mm | utility-knife | b=18; k=snap-off
attribute | tin snips left | tin-snips | c=left
attribute | bevel edge chisel 25 mm ash | bench-chisel | s=25; h=ash
attribute | smooth flat file | flat-file | c=smooth
attribute | circlip pliers internal | circlip-pliers | k=internal rings
attribute | crimping pliers rj45 | crimping-pliers | k=RJ45 plugs
attribute | diagonal cutter vde | diagonal-cutter | g=VDE 1000 V
attribute | chisel set 6 pieces | chisel-set | p=6
attribute | low angle block plane | block-plane | a=low angle
attribute | ryoba saw 240 | pull-saw | k=Ryōba; l=240
attribute | bent needle nose pliers | needle-nose-pliers | t=bent 45°
unit | 12mm chisel | bench-chisel mortise-chisel | s=12
unit | 24 inch bolt cutter | bolt-cutter | l=24
unit | bolt cutter 36" | bolt-cutter | l=36
unit | 300mm hacksaw | hacksaw | l=300
unit | 250 mm water pump pliers | water-pump-pliers | l=250
unit | 8in flat file | flat-file | l=8
unit | tenon saw 14ppi | tenon-saw | t=14
synonym | box cutter | utility-knife
synonym | stanley knife | utility-knife carpet-knife
synonym | vise grips | locking-pliers
synonym | mole grips | locking-pliers
synonym | side cutters | diagonal-cutter
synonym | wire cutters | diagonal-cutter end-cutter cable-cutter
synonym | long nose pliers | needle-nose-pliers
synonym | tongue and groove pliers | water-pump-pliers
synonym | snap ring pliers | circlip-pliers
synonym | aviation snips | tin-snips
synonym | japanese saw | pull-saw
synonym | handsaw for wood | hand-saw
synonym | wood chisel 20 mm | bench-chisel | s=20
compound | hand saw | hand-saw
compound | hack saw | hacksaw
compound | boltcutter | bolt-cutter
compound | waterpump pliers | water-pump-pliers
compound | needlenose pliers | needle-nose-pliers
compound | wirestripper | wire-stripper
phrase | something to cut chain | bolt-cutter
phrase | cut padlock | bolt-cutter
phrase | saw for curves in thin wood | coping-saw scroll-saw
phrase | plane for end grain | block-plane
phrase | knife for carpet and flooring | carpet-knife
phrase | tool to strip cable insulation | wire-stripper
maker | takemura pull saw | pull-saw | maker=Takemura
maker | hartwig pliers | @Pliers | maker=Hartwig
maker | stonefield chisel | @Chisels | maker=Stonefield
accent | ryōba | pull-saw | k=Ryōba
accent | dozuki saw | pull-saw | k=Dōzuki
accent | leger freres knife | @Knives | maker=Léger Frères
accent | simek pliers | @Pliers | maker=Šimek
spare | utility knife blades | utility-knife+Blades,_pack_of_10
spare | hacksaw blades 24 tpi | hacksaw+Blades_24_tpi,_pack_of_10
spare | file handle | flat-file+File_handle round-file+File_handle
alphabet | плоскогубцы | combination-pliers | foreign=0
alphabet | のこぎり | hand-saw | foreign=2
`;
