/** Kinds for plumbers, in the notation of `../kinds.ts`. */
export const plumbing = `
pipe-wrench: Pipe wrench [Plumbing tools]
= {n}, {l}, {k}
@ l Length (in): 10, 12, 14, 18, 24, 36
@ k Body: cast iron, aluminum, 45° Swedish pattern
+ Replacement jaw
> Bites steel pipe as the handle is pulled.

basin-wrench: Basin wrench [Plumbing tools]
= {n}, {l}
@ l Length (mm): 250, 280, 400
> Reaches faucet nuts behind a sink.

pipe-cutter: Pipe cutter [Plumbing tools]
= {n} {r}, {k}
@ r Range: 3 to 16 mm, 3 to 28 mm, 3 to 35 mm, 6 to 67 mm, 10 to 60 mm
@ k For: copper, stainless steel, plastic
~ pvc-cutter
+ Cutting wheel
> Wheel cuts tube square, with built-in reamer.

pvc-cutter: PVC pipe shears [Plumbing tools]
= {n}, {d}
@ d Diameter (mm): 35, 42, 63, 75
+ Replacement blade
> Ratchet for plastic and composite pipe.

pipe-bender: Pipe bender [Plumbing tools]
= {n} {d}
@ d Diameter (mm): 10, 12, 15, 18, 22, 28
> Bends copper tube to 180 degrees without kinks.

pipe-threader: Pipe threader set [Plumbing tools]
= {n} {r}
@ r Range: 1/2 to 1 in, 1/2 to 1 1/4 in, 1/2 to 2 in
+ Die head
> Ratchet stock for BSPT threads on steel pipe.

press-tool: Press tool [Plumbing tools]
= {n} {k}
@ k Power: 18 V, mains
+ Press jaw V 22 mm; Press jaw M 28 mm
> Presses fittings on copper, steel and composite pipe.

drain-auger: Drain auger [Plumbing tools]
= {n} {l}, {d}
@ l Length (m): 3, 5, 7.5, 10, 15
@ d Diameter (mm): 6, 8, 10, 16
~ plunger
> Plumber's snake for clogged drains and toilets.

plunger: Plunger [Plumbing tools]
= {n}, {d}
@ d Cup (mm): 100, 120, 150
> Rubber cup with wooden stick, clears sinks.

ball-valve: Ball valve [Valves]
= {n} {t}, {m}
@ t Thread ("): 1/4, 3/8, 1/2, 3/4, 1, 2
@ m Material: brass, stainless steel
~ gate-valve check-valve
> Full bore, lever handle, for water and air.

gate-valve: Gate valve [Valves]
= {n} {t}, {m}
@ t Thread ("): 1/2, 3/4, 1, 2
@ m Material: brass, cast iron
> Rising wheel, for shutting off mains.

check-valve: Check valve [Valves]
= {n} {t}
@ t Thread ("): 1/2, 3/4, 1, 2
> Spring loaded, keeps water from flowing back. Also called non-return valve.

copper-fitting: Copper elbow 90° [Fittings]
= {n} {d}, {k}
@ d Diameter (mm): 12, 15, 18, 22, 28, 35
@ k Joint: solder, press, compression
~ copper-tee
> For drinking water and heating.

copper-tee: Copper tee [Fittings]
= {n} {d}, {k}
@ d Diameter (mm): 12, 15, 18, 22, 28
@ k Joint: solder, press, compression
> Equal branch for water and heating pipe.

ptfe-tape: PTFE thread seal tape [Sealing]
= {n} 12 mm x {l}
@ l Length (m): 12, 15, 20
~ pipe-sealant
> White tape for threaded joints, water and gas. Often called plumber's tape.

pipe-sealant: Thread sealant [Sealing]
= {n}, {p} ml
@ p Volume in ml: 50, 75, 250
> Paste for metal threads.

faucet: Kitchen faucet [Taps]
= {n}, {k}, {c}
@ k Kind: single lever, pull-out spray, two handles
@ c Finish: chrome, matte black, brushed steel
+ Cartridge; Aerator
> Mixer with swivel spout.
`;
