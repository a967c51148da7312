/** Queries for electricians and plumbers, in the notation of `../judged-queries.ts`. */
export const electricalAndPlumbingQueries = `
word | multimeter | multimeter
word | extension cord | extension-cord
word | soldering iron | soldering-iron
word | pipe wrench | pipe-wrench
word | ball valve | ball-valve
word | pipe cutter | pipe-cutter
word | headlamp | headlamp
word | circuit breaker | circuit-breaker
word | electrical tape | electrical-tape
word | plunger | plunger
plural | multimeters | multimeter
plural | soldering irons | soldering-iron
plural | ball valves | ball-valve
plural | work lights | work-light
plural | pipe wrenches | pipe-wrench
plural | cable reels | cable-reel
attribute | clamp meter 600 a | clamp-meter | a=600
attribute | soldering station 90 w | soldering-station | w=90
attribute | ball valve 3/4 brass | ball-valve | t=3/4; m=brass
attribute | installation cable 3 x 1.5 50 m | installation-cable | k=3 x 1.5 mm²; l=50
attribute | copper elbow 22 mm press | copper-fitting | d=22; k=press
attribute | circuit breaker b16 | circuit-breaker | c=B16
attribute | black heat shrink 6.4 | heat-shrink | d=6.4; c=black
attribute | pipe wrench 18 aluminum | pipe-wrench | l=18; k=aluminum
attribute | flashlight 1000 lumens | flashlight | l=1000
attribute | solder wire 1 mm | solder-wire | d=1
unit | 25m extension cord | extension-cord | l=25
unit | 15mm copper elbow | copper-fitting | d=15
unit | 1/2 ball valve | ball-valve | t=1/2
unit | 1/2" gate valve | gate-valve | t=1/2
unit | 0,5 mm solder | solder-wire | d=0.5
unit | 50w work light | work-light | w=50
unit | 100 watt soldering gun | soldering-gun | w=100
unit | 14 inch pipe wrench | pipe-wrench | l=14
synonym | extension lead | extension-cord
synonym | torch led | flashlight
synonym | head torch | headlamp
synonym | insulating tape | electrical-tape
synonym | non return valve | check-valve
synonym | stillson | pipe-wrench
synonym | rcd | residual-breaker
synonym | plumbers tape | ptfe-tape
synonym | teflon tape | ptfe-tape
synonym | plumbing snake | drain-auger
synonym | kitchen tap | faucet
synonym | ammeter clamp | clamp-meter
synonym | tube cutter copper | pipe-cutter | k=copper
synonym | solder tin | solder-wire
synonym | mcb 2 pole | circuit-breaker | p=2
compound | multi meter | multimeter
compound | head lamp | headlamp
compound | ballvalve | ball-valve
compound | worklight | work-light
compound | flash light | flashlight
phrase | something to cut pipe | pipe-cutter pvc-cutter
phrase | unblock a drain | drain-auger plunger
phrase | find live cables in walls | cable-detector
phrase | lamp for building sites | work-light
phrase | tape for threaded water joints | ptfe-tape
maker | optimec multimeter | multimeter | maker=Optimec
maker | orbis ball valve | ball-valve | maker=Orbis
accent | lovang headlamp | headlamp | maker=Løvang
accent | kowalczyk pipe wrench | pipe-wrench | maker=Kowalczyk
spare | soldering iron tip | soldering-iron+Tip
spare | pipe cutter cutting wheel | pipe-cutter+Cutting_wheel
spare | multimeter test leads | multimeter+Test_leads
`;
