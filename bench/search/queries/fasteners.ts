/** Queries for fasteners, in the notation of `../judged-queries.ts`. */
export const fastenerQueries = `
word | hex bolt | hex-bolt
word | wood screw | wood-screw
word | washer | @Washers
word | nut | @Nuts
word | threaded rod | threaded-rod
word | blind rivet | blind-rivet
word | hose clamp | hose-clamp
word | cable tie | cable-tie
word | wall plug | wall-plug
word | nail | @Nails
plural | hex bolts | hex-bolt
plural | wood screws | wood-screw
plural | washers | @Washers
plural | nuts | @Nuts
plural | cable ties | cable-tie
plural | nails | nail framing-nail roofing-nail
plural | decking screws | decking-screw
plural | rivets | blind-rivet
attribute | hex bolt m8 x 40 a2 | hex-bolt | t=M8; l=40; m=A2
attribute | hex nut m10 zinc | hex-nut | t=M10; m=8 zinc plated
attribute | socket head cap screw m6 x 20 | socket-screw | t=M6; l=20
attribute | flat washer m12 nylon | flat-washer | t=M12; m=nylon
attribute | wood screw 4 x 40 torx t20 | wood-screw | d=4; l=40; h=T20
attribute | din 933 m10 | hex-bolt | t=M10
attribute | din 912 m5 | socket-screw | t=M5
attribute | lock nut m6 a4 | lock-nut | t=M6; m=A4
attribute | threaded rod m10 1 m | threaded-rod | t=M10; l=1
attribute | black cable ties 300 mm | cable-tie | c=black; l=300
attribute | decking screw 5 x 60 | decking-screw | d=5; l=60
attribute | wall plug 8 mm | wall-plug | d=8
attribute | drywall screws coarse | drywall-screw | k=coarse
unit | m8 | * | t=M8
unit | m8 bolt | hex-bolt carriage-bolt socket-screw | t=M8
unit | m8x40 | hex-bolt | t=M8; l=40
unit | M 6 nut | hex-nut lock-nut wing-nut cap-nut | t=M6
unit | 5x60 screws | wood-screw decking-screw | d=5; l=60
unit | 8mm wall plugs | wall-plug | d=8
unit | 3,5 x 35 drywall screw | drywall-screw | d=3.5; l=35
unit | m10 stainless bolt | hex-bolt carriage-bolt socket-screw | t=M10; m=A2,A4
synonym | allen bolt m6 | socket-screw | t=M6
synonym | allen screw | socket-screw
synonym | hex head bolt | hex-bolt
synonym | grub screw | set-screw
synonym | coach bolt | carriage-bolt
synonym | zip ties | cable-tie
synonym | jubilee clip | hose-clamp
synonym | pop rivets | blind-rivet
synonym | nyloc nut | lock-nut
synonym | penny washer | fender-washer
synonym | all thread | threaded-rod
synonym | rawlplug | wall-plug
synonym | acorn nut | cap-nut
synonym | plasterboard screws | drywall-screw
synonym | through bolt | wedge-anchor
synonym | stainless steel washers | @Washers | m=A2,A4
synonym | tie wraps | cable-tie
synonym | deck screws | decking-screw
compound | woodscrew | wood-screw
compound | hexbolt m8 | hex-bolt | t=M8
compound | wingnut | wing-nut
compound | wallplugs | wall-plug
compound | locknut m8 | lock-nut | t=M8
phrase | fix a shelf to plasterboard | cavity-anchor
phrase | screws for decking | decking-screw
phrase | nut that does not loosen | lock-nut
phrase | bolts for concrete | concrete-screw wedge-anchor
maker | duraforge hex bolt | hex-bolt | maker=Duraforge
maker | pinnacle wood screw | wood-screw | maker=Pinnacle
accent | alvdal nails | @Nails | maker=Älvdal
accent | çelikel hex nut | hex-nut | maker=Çelikel
spare | mixing nozzle for injection mortar | chemical-anchor+Mixing_nozzle
alphabet | болт | hex-bolt | foreign=0
`;
