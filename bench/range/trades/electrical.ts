/** Kinds for electricians, in the notation of `../kinds.ts`. */
export const electrical = `
multimeter: Digital multimeter [Testers]
= {n}, {c}, {k}
@ c Category: CAT II 600 V, CAT III 600 V, CAT III 1000 V, CAT IV 600 V
@ k Kind: true RMS, automatic range, basic
~ clamp-meter
+ Test leads; Fuse 10 A
> Measures voltage, current, resistance and continuity.

clamp-meter: Clamp meter [Testers]
= {n} {a}, {k}
@ a Current (A): 200, 400, 600, 1000
@ k Kind: AC, AC/DC
> Current without opening the circuit.

voltage-tester: Voltage tester [Testers]
= {n}, {k}, 12 to 1000 V
@ k Kind: two pole, contactless, pen
~ multimeter socket-tester
> Light and sound where a line is live.

socket-tester: Socket tester [Testers]
= {n}, {k}
@ k Plug: Schuko, UK, US
> Shows wrong wiring by three lamps, tests the residual current breaker.

cable-detector: Wall scanner [Testers]
= {n}, depth {d}
@ d Depth (mm): 50, 80, 120
> Finds pipes, studs and live cables before drilling walls.

installation-cable: Installation cable NYM-J [Cables]
= {n} {k}, {l}
@ k Conductors: 3 x 1.5 mm², 3 x 2.5 mm², 5 x 1.5 mm², 5 x 2.5 mm², 5 x 4 mm²
@ l Length (m): 10, 25, 50, 100
~ flexible-cable
> Solid copper for fixed wiring on and below plaster.

flexible-cable: Rubber cable H07RN-F [Cables]
= {n} {k}, {l}
@ k Conductors: 3 x 1.5 mm², 3 x 2.5 mm², 5 x 2.5 mm², 5 x 6 mm²
@ l Length (m): 10, 25, 50
> For sites, resists oil and water.

extension-cord: Extension cord [Cables]
= {n} {l}, {k}
@ l Length (m): 5, 10, 15, 25
@ k Kind: outdoor, indoor, three sockets
~ cable-reel power-strip
> Rubber sheath with splash proof plug.

cable-reel: Cable reel [Cables]
= {n} {l}, {k}
@ l Length (m): 15, 25, 33, 40, 50
@ k Cable: H05VV-F 3 x 1.5, H07RN-F 3 x 1.5, H07RN-F 3 x 2.5
> Steel drum with four sockets and thermal cut-out.

power-strip: Power strip [Cables]
= {n}, {p} sockets, {k}
@ p Sockets: 3, 4, 6, 8
@ k Kind: surge protection, with switch, 19 in rack
> Distributes mains for office and bench.

circuit-breaker: Circuit breaker [Switchgear]
= {n} {c}, {p} pole
@ c Rating: B10, B16, C10, C16, C20, C32
@ p Poles: 1, 2, 3
~ residual-breaker
> For DIN rail, 6 kA.

residual-breaker: Residual current breaker [Switchgear]
= {n} {c}, {p} pole, 30 mA
@ c Current (A): 25, 40, 63
@ p Poles: 2, 4
> Cuts the supply on earth faults; type A. Known as RCD or GFCI.

wire-connector: Wire connector, lever [Connectors]
= {n}, {p} conductors, box of {q}
@ p Conductors: 2, 3, 5
@ q Pieces: 25, 50, 100
~ terminal
> For solid and stranded conductors from 0.2 to 4 mm².

terminal: Insulated terminal [Connectors]
= {n}, {k}, {c}, pack of {p}
@ k Kind: ring M6, fork M4, push-on 6.3 mm, butt splice
@ c Color: red, blue, yellow
@ p Pieces: 25, 100
> Crimped on stranded wire.

heat-shrink: Heat shrink tubing [Connectors]
= {n} {d}, {c}, {l}
@ d Diameter (mm): 2.4, 3.2, 4.8, 6.4, 9.5, 12.7, 19
@ c Color: black, red, clear
@ l Length (m): 1, 5, 10
> Shrinks 3 to 1 under a heat gun.

electrical-tape: Electrical tape [Connectors]
= {n} {w} x 20 m, {c}
@ w Width (mm): 15, 19, 25, 50
@ c Color: black, red, blue, white
> PVC, insulating tape for 600 V.

soldering-iron: Soldering iron [Soldering]
= {n}, {w}
@ w Power (W): 25, 40, 60, 80, 100, 150
~ soldering-station soldering-gun
+ Tip; Stand with sponge
> Heats in a minute; for wires and small plates.

soldering-station: Soldering station [Soldering]
= {n}, {w}, {r}
@ w Power (W): 50, 65, 90, 150
@ r Range (°C): 150 to 450, 200 to 480
+ Tip; Sponge
> Controlled temperature, safe for electronics.

soldering-gun: Soldering gun [Soldering]
= {n}, {w}
@ w Power (W): 75, 100, 200
> Hot within seconds at the trigger.

solder-wire: Solder wire [Soldering]
= {n} {d}, {k}, {p}
@ d Diameter (mm): 0.5, 0.75, 1, 1.5, 2
@ k Alloy: Sn99Cu1, Sn60Pb40, Sn96Ag3Cu1
@ p Weight (g): 100, 250, 500
> Tin solder with flux core.

work-light: LED work light [Lamps]
= {n} {w}, {k}
@ w Power (W): 10, 20, 30, 50, 100
@ k Kind: cordless, corded, with stand
~ headlamp flashlight
> Floodlight for sites, shock proof.

headlamp: LED headlamp [Lamps]
= {n}, {l} lumens, {k}
@ l Luminous flux in lumens: 200, 400, 600, 1000
@ k Kind: rechargeable, AAA batteries
~ flashlight
> Hands free, with red light and tilting head.

flashlight: LED flashlight [Lamps]
= {n}, {l} lumens, {k}
@ l Luminous flux in lumens: 100, 300, 500, 1000, 2000
@ k Kind: rechargeable, AA batteries
> Aluminum body, focus by sliding the head.
`;
