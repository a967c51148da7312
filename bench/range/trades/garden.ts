/** Kinds of garden tools, in the notation of `../kinds.ts`. */
export const garden = `
shovel: Round point shovel [Garden tools]
= {n}, {h} handle
@ h Handle: ash, fiberglass, D-grip
~ spade
> For earth, sand and gravel.

spade: Digging spade [Garden tools]
= {n}, {k}
@ k Handle: T-grip, D-grip, long
> Forged blade with tread for heavy soil.

rake: Garden rake [Garden tools]
= {n}, {t} tines
@ t Tines: 12, 14, 16
~ leaf-rake
> Forged head for beds and gravel.

leaf-rake: Leaf rake [Garden tools]
= {n}, {m}
@ m Tines: plastic, steel wire, bamboo
> Wide fan for lawns.

pruning-shears: Pruning shears [Garden tools]
= {n}, {k}, {d}
@ k Kind: bypass, anvil
@ d Cut (mm): 18, 20, 24, 26
~ lopper hedge-shears
+ Replacement blade; Spring
> Secateurs of forged aluminum.

lopper: Lopper [Garden tools]
= {n}, {k}, {l}
@ k Kind: bypass, anvil, ratchet
@ l Length (mm): 500, 700, 800
> Two handed, for branches to 45 mm.

hedge-shears: Hedge shears [Garden tools]
= {n}, {l}
@ l Blade (mm): 200, 230, 250
~ hedge-trimmer
> Wavy blades, shock absorbers.

hedge-trimmer: Hedge trimmer [Garden machines]
= {n}, {k}, {l}
@ k Power: 18 V, 36 V, 600 W, petrol
@ l Blade (mm): 450, 550, 650
> Double sided knife, rotating grip.

chainsaw: Chainsaw [Garden machines]
= {n}, {k}, {l} bar
@ k Power: petrol 35 cc, petrol 50 cc, 36 V, 2000 W
@ l Bar (in): 12, 14, 16, 18, 20
+ Chain; Guide bar; Sharpening kit
> Felling and firewood, with chain brake.

lawn-mower: Lawn mower [Garden machines]
= {n}, {k}, {w}
@ k Power: petrol, 36 V, 1400 W, push reel
@ w Cutting width (mm): 320, 380, 420, 460, 530
~ string-trimmer
+ Blade; Grass catcher
> Height in six steps.

string-trimmer: String trimmer [Garden machines]
= {n}, {k}
@ k Power: 18 V, 36 V, 550 W, petrol 27 cc
+ Spool with line
> Cuts edges where no mower goes. Also called strimmer or weed eater.

leaf-blower: Leaf blower [Garden machines]
= {n}, {k}
@ k Power: 18 V, 36 V, 2600 W, petrol
> Blows and vacuums leaves.

pressure-washer: Pressure washer [Garden machines]
= {n}, {b}, {k}
@ b Pressure (bar): 110, 130, 145, 160, 180
@ k Kind: cold water, hot water
+ Surface cleaner; Hose 10 m; Foam nozzle
> Cleans patios, cars and machines.

garden-hose: Garden hose [Watering]
= {n} {d}, {l}
@ d Inside diameter ("): 1/2, 5/8, 3/4
@ l Length (m): 15, 20, 25, 30, 50
+ Hose connector; Spray nozzle; Hose reel
> Three layers, free of algae, 25 bar.

wheelbarrow: Wheelbarrow [Garden tools]
= {n}, {v}, {m}
@ v Volume (L): 65, 80, 85, 100, 120
@ m Tray: galvanized, plastic, painted
+ Wheel
> Air tire, for earth and concrete.

axe: Splitting axe [Garden tools]
= {n}, {w}, {h}
@ w Head weight (g): 1200, 1600, 2000, 2500
@ h Handle: hickory, fiberglass
~ hatchet
+ Replacement handle
> Splits firewood; wedge shaped cheeks.

hatchet: Hatchet [Garden tools]
= {n}, {w}, {h}
@ w Head weight (g): 400, 600, 800
@ h Handle: hickory, fiberglass
> Camp axe for one hand.
`;
