/** Queries for hand tools, in the notation of `../judged-queries.ts`. */
export const handToolQueries = `
word | hammer | claw-hammer framing-hammer ball-peen-hammer engineers-hammer club-hammer sledge-hammer soft-face-hammer dead-blow-hammer
word | wrench | @Wrenches pipe-wrench
word | screwdriver | @Screwdrivers
word | torque wrench | torque-wrench
word | claw hammer | claw-hammer
word | ratchet | ratchet-handle ~ratcheting-wrench ~torque-wrench
word | socket set | socket-set impact-socket-set
word | rubber mallet | rubber-mallet
word | adjustable wrench | adjustable-wrench
word | hex key set | hex-key-set
word | precision screwdriver set | precision-screwdriver-set
plural | hammers | claw-hammer framing-hammer ball-peen-hammer engineers-hammer club-hammer sledge-hammer soft-face-hammer dead-blow-hammer
plural | wrenches | @Wrenches pipe-wrench
plural | screwdrivers | @Screwdrivers
plural | sledge hammers | sledge-hammer
plural | torque wrenches | torque-wrench
plural | hex keys | @Hex_keys
plural | mallets | rubber-mallet
plural | sockets | @Sockets
attribute | claw hammer 16 oz | claw-hammer | w=16
attribute | claw hammer fiberglass | claw-hammer | h=fiberglass
attribute | framing hammer titanium | framing-hammer | h=titanium
attribute | combination wrench 13 mm | combination-wrench | s=13
attribute | torque wrench 40 to 200 nm | torque-wrench | r=40 to 200
attribute | phillips screwdriver ph2 | phillips-screwdriver | s=PH2
attribute | torx screwdriver t20 | torx-screwdriver | s=T20
attribute | socket set 1/2 drive | socket-set impact-socket-set | d=1/2
attribute | sledge hammer 5 kg ash | sledge-hammer | w=5; h=ash
attribute | ratcheting wrench 10 mm | ratcheting-wrench | s=10
attribute | black rubber mallet | rubber-mallet | c=black
attribute | hex key set ball end | hex-key-set | e=ball end
attribute | 1000v insulated screwdriver | insulated-screwdriver
unit | 13mm wrench | combination-wrench ratcheting-wrench | s=13
unit | 17 mm combination wrench | combination-wrench | s=17
unit | hex key 5mm | hex-key | s=5
unit | 2.5mm allen | hex-key t-handle-hex-key | s=2.5
unit | allen key 2,5 mm | hex-key t-handle-hex-key | s=2.5
unit | torque wrench 1/2 | torque-wrench | d=1/2
unit | 3/8 inch ratchet | ratchet-handle | d=3/8
unit | ratchet 1/4" | ratchet-handle | d=1/4
unit | 20oz hammer | claw-hammer | w=20
unit | 10 inch adjustable wrench | adjustable-wrench | l=10
unit | 500g hammer | engineers-hammer | w=500
unit | 1.5 kg dead blow | dead-blow-hammer | w=1.5
synonym | spanner | @Wrenches
synonym | ring spanner | ring-wrench
synonym | 13 mm spanner | combination-wrench ratcheting-wrench | s=13
synonym | adjustable spanner | adjustable-wrench
synonym | allen key | @Hex_keys
synonym | allen keys | @Hex_keys
synonym | allen wrench set | hex-key-set
synonym | flathead screwdriver | slotted-screwdriver
synonym | flat head screwdriver 5.5 mm | slotted-screwdriver | s=1 x 5.5 mm
synonym | cross head screwdriver | phillips-screwdriver pozidriv-screwdriver
synonym | lump hammer | club-hammer
synonym | ball pein hammer | ball-peen-hammer
synonym | crescent wrench | adjustable-wrench
compound | screw driver | @Screwdrivers
compound | screw driver set | screwdriver-set precision-screwdriver-set
compound | sledgehammer | sledge-hammer
compound | hexkey | @Hex_keys
compound | sledgehammer 4kg | sledge-hammer | w=4
compound | deadblow hammer | dead-blow-hammer
compound | ballpeen hammer | ball-peen-hammer
phrase | hammer for pulling nails | claw-hammer framing-hammer
phrase | screwdriver for electricians | insulated-screwdriver
phrase | hammer that leaves no marks | rubber-mallet soft-face-hammer
phrase | set of sockets for an impact wrench | impact-socket-set
phrase | small screwdrivers for glasses and watches | precision-screwdriver-set
maker | buckeye forge hammer | @Hammers | maker=Buckeye Forge
maker | ironridge torque wrench | torque-wrench | maker=Ironridge
maker | hexacore hex key | hex-key hex-key-set | maker=Hexacore
accent | muller hammer | @Hammers | maker=Müller & Söhne
accent | backstrom wrench | @Wrenches | maker=Bäckström
accent | pena screwdriver | @Screwdrivers | maker=Peña Herramientas
spare | replacement handle for sledge hammer | sledge-hammer+Replacement_handle
spare | soft face hammer replacement faces | soft-face-hammer+Replacement_faces
alphabet | молоток | claw-hammer | foreign=0
alphabet | σφυρι | claw-hammer | foreign=1
`;
