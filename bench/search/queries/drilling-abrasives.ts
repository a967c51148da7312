/** Queries for bits, blades, taps and abrasives, in the notation of `../judged-queries.ts`. */
export const drillingAndAbrasivesQueries = `
word | drill bit | @Drill_bits
word | hole saw | hole-saw
word | sandpaper | sandpaper
word | cutting disc | cutting-disc
word | countersink | countersink
word | forstner bit | forstner-bit
word | flap disc | flap-disc
word | sharpening stone | sharpening-stone
word | tap and die set | tap-die-set
word | screw extractor | screw-extractor
plural | drill bits | @Drill_bits
plural | hole saws | hole-saw
plural | cutting discs | cutting-disc
plural | jigsaw blades | jigsaw-blade
plural | sanding belts | sanding-belt
plural | countersinks | countersink
plural | saw blades | @Saw_blades
attribute | twist drill hss-g 8 mm | twist-drill | d=8; m=HSS-G
attribute | cobalt drill bit 10 mm | twist-drill | d=10; m=HSS-Co 5
attribute | sds-plus drill bit 10 x 160 | sds-plus-drill | d=10; l=160
attribute | cutting disc 125 x 1 stainless | cutting-disc | d=125; t=1; k=stainless steel
attribute | circular saw blade 190 30 24 teeth | circular-saw-blade | d=190; b=30; t=24
attribute | sanding disc 125 grit 120 | sanding-disc | d=125; g=120
attribute | forstner bit 35 mm | forstner-bit | d=35
attribute | machine tap m8 | tap | t=M8
attribute | hole saw 68 mm | hole-saw | d=68
attribute | jigsaw blade for metal | jigsaw-blade | k=metal
attribute | diamond blade 230 concrete | diamond-disc | d=230; k=concrete
attribute | flap disc 115 grit 60 | flap-disc | d=115; g=60
attribute | torx bit t25 50 mm | torx-bit | s=T25; l=50
attribute | step drill 4 to 20 mm | step-drill | r=4 to 20 mm
unit | 8mm drill | twist-drill wood-drill masonry-drill sds-plus-drill | d=8
unit | 8 mm drill bit | twist-drill wood-drill masonry-drill sds-plus-drill | d=8
unit | 5/16 drill bit | twist-drill-inch | d=5/16
unit | 1/4" drill bit | twist-drill-inch | d=1/4
unit | 1/8 inch drill bit | twist-drill-inch | d=1/8
unit | 6,5 mm drill bit | twist-drill | d=6.5
unit | 4.2mm twist drill | twist-drill | d=4.2
unit | 125mm cutting disc | cutting-disc diamond-disc | d=125
unit | 120 grit sandpaper | sandpaper | g=120
unit | sandpaper p80 | sandpaper | g=80
unit | m6 tap | tap | t=M6
unit | 68mm core drill | core-drill | d=68
unit | 12mm masonry bit | masonry-drill sds-plus-drill | d=12
synonym | cut off wheel | cutting-disc
synonym | abrasive paper | sandpaper
synonym | emery paper | sandpaper
synonym | whetstone | sharpening-stone
synonym | water stone 1000 | sharpening-stone
synonym | concrete drill bit | masonry-drill sds-plus-drill sds-max-drill
synonym | paddle bit | spade-bit
synonym | unibit | step-drill
synonym | easy out | screw-extractor
synonym | saber saw blades | recip-blade
synonym | velcro sanding discs | sanding-disc
compound | drillbit | @Drill_bits
compound | holesaw 51 mm | hole-saw | d=51
compound | sand paper | sandpaper
compound | jig saw blade wood | jigsaw-blade | k=wood
compound | counter sink | countersink
phrase | bit for drilling reinforced concrete | sds-plus-drill sds-max-drill
phrase | disc to cut tiles | diamond-disc | k=tiles
phrase | remove broken bolt | screw-extractor
phrase | blade for cutting laminate | jigsaw-blade circular-saw-blade | k=laminate
phrase | drill bits for wood | wood-drill auger-bit spade-bit forstner-bit
phrase | brush to remove rust | wire-wheel
maker | zenith abrasives flap disc | flap-disc | maker=Zenith Abrasives
maker | wolfram werke twist drill | twist-drill | maker=Wolfram Werke
maker | panther tools hole saw | hole-saw | maker=Panther Tools
accent | celikel cutting disc | cutting-disc | maker=Çelikel
accent | örkeny drill bit | @Drill_bits | maker=Örkény
spare | arbor for hole saw | hole-saw+Arbor_with_pilot_drill
spare | tap wrench | tap+Tap_wrench
alphabet | сверло | twist-drill | foreign=0
`;
