/** Queries for power tools, in the notation of `../judged-queries.ts`. */
export const powerToolQueries = `
word | hammer drill | hammer-drill corded-drill
word | angle grinder | angle-grinder cordless-angle-grinder
word | jigsaw | jigsaw
word | table saw | table-saw
word | miter saw | miter-saw
word | router | router
word | heat gun | heat-gun
word | sander | @Sanders
word | impact driver | impact-driver
word | dust extractor | dust-extractor
word | charger | charger
word | circular saw | circular-saw cordless-circular-saw
plural | drills | hammer-drill cordless-drill corded-drill
plural | angle grinders | angle-grinder cordless-angle-grinder
plural | batteries 18v | battery | v=18
plural | belt sanders | belt-sander
plural | cordless drills | cordless-drill hammer-drill
plural | jigsaws | jigsaw
plural | impact wrenches | impact-wrench air-impact-wrench
attribute | cordless hammer drill 18 V | hammer-drill | v=18
attribute | hammer drill 18v 5.0 ah | hammer-drill | v=18; k=2 x 5.0 Ah
attribute | impact wrench 1/2 18 v | impact-wrench | d=1/2; v=18
attribute | angle grinder 125 mm 1100 w | angle-grinder | d=125; w=1100
attribute | dust extractor class m | dust-extractor | c=M
attribute | plunge saw 1400 w | plunge-saw | w=1400
attribute | cordless drill body only | cordless-drill hammer-drill | k=body only
attribute | bench grinder 200 mm | bench-grinder | d=200
attribute | router 12 mm collet | router | c=12
attribute | rapid charger 18 v | charger | k=rapid; v=18
attribute | random orbit sander 150 | random-orbit-sander | d=150
unit | 18v drill | cordless-drill hammer-drill | v=18
unit | 18 volt drill | cordless-drill hammer-drill | v=18
unit | 10,8 v battery | battery | v=10.8
unit | 115mm grinder | angle-grinder cordless-angle-grinder | d=115
unit | 230 mm angle grinder | angle-grinder | d=230
unit | 2000w heat gun | heat-gun | w=2000
unit | 2 kw heat gun | heat-gun | w=2000
unit | 305mm miter saw | miter-saw | d=305
unit | battery 18v 5ah | battery | v=18; a=5.0
unit | 30 liter dust extractor | dust-extractor | l=30
synonym | grinder | angle-grinder cordless-angle-grinder bench-grinder die-grinder
synonym | sabre saw | reciprocating-saw
synonym | sawzall | reciprocating-saw
synonym | mitre saw | miter-saw
synonym | chop saw | miter-saw
synonym | track saw | plunge-saw
synonym | skill saw | circular-saw cordless-circular-saw
synonym | breaker hammer | demolition-hammer
synonym | jackhammer | demolition-hammer
synonym | hot air gun | heat-gun
synonym | orbital sander | random-orbit-sander
synonym | shop vac | dust-extractor
synonym | electric screwdriver | drywall-screwdriver cordless-drill impact-driver
synonym | rechargeable drill | cordless-drill hammer-drill
synonym | percussion drill | corded-drill hammer-drill
compound | tablesaw | table-saw
compound | jig saw | jigsaw
compound | bandsaw | band-saw
compound | heatgun | heat-gun
compound | hammerdrill 18v | hammer-drill | v=18
compound | scrollsaw | scroll-saw
compound | multitool | multi-tool
phrase | drill for concrete walls | rotary-hammer hammer-drill corded-drill
phrase | machine to break concrete | demolition-hammer
phrase | saw for cutting kitchen worktops on a rail | plunge-saw
phrase | tool to strip paint | heat-gun ~putty-knife
phrase | sharpen drill bits machine | bench-grinder
maker | volthaus hammer drill | hammer-drill | maker=Volthaus
maker | maxdrive circular saw | circular-saw cordless-circular-saw | maker=Maxdrive
maker | brightline angle grinder | angle-grinder cordless-angle-grinder | maker=Brightline
accent | grunwald jigsaw | jigsaw | maker=Grünwald
accent | lovang sander | @Sanders | maker=Løvang
spare | carbon brushes for angle grinder | angle-grinder+Carbon_brushes,_pair
spare | angle grinder guard | angle-grinder+Guard cordless-angle-grinder+Guard
spare | guide rail | plunge-saw+Guide_rail_1.4_m
spare | sander dust bag | palm-sander+Dust_bag random-orbit-sander+Dust_bag
alphabet | дрель | hammer-drill | foreign=0
`;
