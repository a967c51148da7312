/** Queries for garden, protection, car tools and materials, in the notation of `../judged-queries.ts`. */
export const gardenSafetyAndCarQueries = `
word | shovel | shovel
word | chainsaw | chainsaw
word | work gloves | work-gloves
word | safety glasses | safety-glasses
word | wheelbarrow | wheelbarrow
word | hard hat | hard-hat
word | bottle jack | bottle-jack
word | pressure washer | pressure-washer
word | paint brush | paint-brush
word | epoxy | epoxy
plural | gloves | work-gloves disposable-gloves welding-gloves
plural | axes | axe hatchet
plural | dust masks | dust-mask
plural | paint brushes | paint-brush
plural | hedge trimmers | hedge-trimmer
plural | safety boots | safety-boots
attribute | safety boots s3 size 43 | safety-boots | k=S3; s=43
attribute | dust mask ffp2 with valve | dust-mask | k=FFP2; v=with valve
attribute | garden hose 3/4 50 m | garden-hose | d=3/4; l=50
attribute | work gloves leather size 10 | work-gloves | m=leather; s=10
attribute | chainsaw petrol 16 | chainsaw | k=petrol 35 cc,petrol 50 cc; l=16
attribute | yellow hard hat | hard-hat | c=yellow
attribute | floor jack 3 t low profile | floor-jack | f=3; k=low profile
attribute | white silicone | silicone | c=white
attribute | wood glue d3 | wood-glue | k=D3
attribute | gear puller 3 legs | gear-puller | p=3
unit | 460mm lawn mower | lawn-mower | w=460
unit | 1/2 inch garden hose | garden-hose | d=1/2
unit | 18v string trimmer | string-trimmer | k=18 V
unit | 50mm paint brush | paint-brush | w=50
unit | 160bar pressure washer | pressure-washer | b=160
unit | ffp3 | * | k=FFP3
synonym | secateurs | pruning-shears
synonym | strimmer | string-trimmer
synonym | weed eater | string-trimmer
synonym | jet wash | pressure-washer
synonym | safety shoes | safety-boots
synonym | safety helmet | hard-hat
synonym | ear defenders | ear-muffs
synonym | hearing protection | ear-muffs ear-plugs
synonym | eye protection glasses | safety-glasses safety-goggles
synonym | axle stands | jack-stand
synonym | painters tape | masking-tape
synonym | caulk gun | caulking-gun
synonym | sealant white | silicone ~pipe-sealant | c=white
synonym | nitrile gloves | work-gloves disposable-gloves | m=nitrile,nitrile coated
synonym | trolley jack | floor-jack
synonym | filling knife | putty-knife
compound | chain saw | chainsaw
compound | wheel barrow | wheelbarrow
compound | paintbrush | paint-brush
compound | lawnmower | lawn-mower
compound | hardhat white | hard-hat | c=white
phrase | shears for cutting branches | pruning-shears lopper
phrase | split firewood | axe
phrase | loosen rusted bolts | penetrating-oil
phrase | lift a car | floor-jack bottle-jack
phrase | protection against falling from roofs | harness
maker | fjellman axe | axe | maker=Fjellman
maker | castellan garden hose | garden-hose | maker=Castellan
accent | orkeny work gloves | work-gloves | maker=Örkény
accent | alvdal axe | axe | maker=Älvdal
spare | chain for chainsaw | chainsaw+Chain
spare | hose connector garden hose | garden-hose+Hose_connector
alphabet | перчатки | work-gloves | foreign=0
`;
