/** Queries for measuring, clamping, welding, air and storage, in the notation of `../judged-queries.ts`. */
export const workshopQueries = `
word | tape measure | tape-measure
word | spirit level | spirit-level
word | bench vise | bench-vise
word | micrometer | micrometer
word | clamp | @Clamps
word | air compressor | compressor
word | welding helmet | welding-helmet
word | workbench | workbench
word | step ladder | ladder
word | chain hoist | chain-hoist
word | tool box | tool-box
plural | clamps | @Clamps
plural | tape measures | tape-measure
plural | micrometers | micrometer
plural | ratchet straps | ratchet-strap
plural | vises | @Vises
plural | calipers | vernier-caliper digital-caliper
plural | welders | welder-mig welder-stick welder-tig
plural | ladders | @Access
attribute | tape measure 5 m 25 mm | tape-measure | l=5; w=25
attribute | spirit level 600 magnetic | spirit-level | l=600; k=magnetic
attribute | bench vise 150 mm swivel | bench-vise | j=150; k=swivel base
attribute | digital caliper ip67 | digital-caliper | k=IP67
attribute | micrometer 25 to 50 | micrometer | r=25 to 50
attribute | bar clamp 600 x 120 | f-clamp | l=600; d=120
attribute | compressor 50 l 10 bar | compressor | l=50; b=10
attribute | welding wire 0.8 sg2 | welding-wire | d=0.8; m=SG2
attribute | mig welder 200 a | welder-mig | a=200
attribute | green cross line laser | cross-line-laser | c=green,3 x 360° green
attribute | chain hoist 1000 kg 6 m | chain-hoist | f=1000; l=6
attribute | tool box 19 steel | tool-box | s=19; m=steel
attribute | tool trolley with 250 tools | tool-chest | k=with 250 tools
unit | 5m tape measure | tape-measure | l=5
unit | 150mm caliper | vernier-caliper digital-caliper | l=150
unit | 6 inch c clamp | c-clamp | l=6
unit | 1200 mm level | spirit-level | l=1200
unit | 1.2 m spirit level | spirit-level | l=1200
unit | 0.8mm welding wire | welding-wire | d=0.8
unit | 24 liter compressor | compressor | l=24
unit | 1 t chain hoist | chain-hoist | f=1000
unit | 1/2 air impact wrench | air-impact-wrench | d=1/2
unit | 3,2 mm electrodes | welding-electrode | d=3.2
synonym | vice | @Vises
synonym | bench vice 125 | bench-vise | j=125
synonym | g clamp | c-clamp
synonym | measuring tape | tape-measure long-tape
synonym | bubble level | spirit-level
synonym | dial gauge | dial-indicator
synonym | laser level | cross-line-laser
synonym | laser rangefinder | laser-measure
synonym | arc welder | welder-stick
synonym | welding rods | welding-electrode
synonym | welding mask | welding-helmet
synonym | staple gun | stapler
synonym | toolbox | tool-box
synonym | sash clamp | f-clamp
synonym | tie down strap | ratchet-strap
synonym | yardstick | folding-rule steel-ruler
synonym | trestle | sawhorse
synonym | nailer | nail-gun
compound | work bench | workbench
compound | tapemeasure | tape-measure
compound | saw horse | sawhorse
compound | stepladder 5 steps | ladder | p=5
compound | nailgun framing | nail-gun | k=framing
phrase | measure distance with laser | laser-measure
phrase | hold wood while glue dries | @Clamps
phrase | measure temperature without contact | thermometer
phrase | secure load on a trailer | ratchet-strap
phrase | check right angle | try-square combination-square
maker | ishikawa seiki micrometer | micrometer | maker=Ishikawa Seiki
maker | meridian tool box | tool-box | maker=Meridian
maker | lakeshore bench vise | bench-vise | maker=Lakeshore
accent | müller vise | @Vises | maker=Müller & Söhne
accent | sohne spirit level | spirit-level | maker=Müller & Söhne
spare | vise jaw covers | bench-vise+Jaw_covers
spare | contact tip 0.8 | welder-mig+Contact_tip_0.8_mm
alphabet | тиски | bench-vise | foreign=0
alphabet | コンベックス | tape-measure | foreign=2
`;
