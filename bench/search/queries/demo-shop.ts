/*
 * Queries on the demo shop. Each was judged by reading all tools. Notation: group | text | SKUs of grade 3 | of grade 2
 * | of grade 1
 */
export const demoQueries = `
word | hammer | HM-C16 HM-BP24 | HM-DB1 |
plural | hammers | HM-C16 HM-BP24 | HM-DB1 |
word | claw hammer | HM-C16 | HM-BP24 | HM-DB1
synonym | ball pein hammer | HM-BP24 | HM-C16 | HM-DB1
word | mallet | HM-DB1 | | HM-C16 HM-BP24
phrase | hammer without rebound | HM-DB1 | | HM-C16 HM-BP24
phrase | hammer for pulling nails | HM-C16 | | HM-BP24
word | vise | VI-B150 | |
synonym | vice | VI-B150 | |
synonym | bench vice 150mm | VI-B150 | |
word | wrench | WR-C13 WR-C17 WR-C19 WR-C22 WR-A10 | WR-T200 | PL-W10
synonym | spanner | WR-C13 WR-C17 WR-C19 WR-C22 WR-A10 | WR-T200 |
plural | spanners | WR-C13 WR-C17 WR-C19 WR-C22 WR-A10 | WR-T200 |
unit | 17mm spanner | WR-C17 | WR-C13 WR-C19 WR-C22 WR-A10 | WR-T200
unit | wrench 13 mm | WR-C13 | WR-C17 WR-C19 WR-C22 WR-A10 | WR-T200
attribute | combination wrench 22 mm | WR-C22 | WR-C13 WR-C17 WR-C19 | WR-A10
synonym | adjustable spanner | WR-A10 | WR-C13 WR-C17 WR-C19 WR-C22 | WR-T200
attribute | torque wrench 1/2 | WR-T200 | | WR-C13 WR-C17 WR-C19 WR-C22 WR-A10
unit | 200 nm torque wrench | WR-T200 | |
plural | torque wrenches | WR-T200 | | WR-A10
word | pliers | PL-C180 PL-N200 PL-W10 | |
synonym | long nose pliers | PL-N200 | PL-C180 | PL-W10
synonym | slip joint pliers | PL-W10 | PL-C180 | PL-N200
compound | waterpump pliers | PL-W10 | | PL-C180 PL-N200
phrase | grip a pipe | PL-W10 | | WR-A10
plural | bolt cutters | CU-B24 | | PL-C180
phrase | something to cut chain | CU-B24 | | SA-H300
word | saw | SA-P22 SA-H300 SA-T12 | |
plural | saws | SA-P22 SA-H300 SA-T12 | |
compound | hand saw | SA-P22 | SA-T12 SA-H300 |
compound | hack saw | SA-H300 | | SA-P22 SA-T12
phrase | something to cut pipe | SA-H300 | | CU-B24 PL-W10
phrase | saw for joints in wood | SA-T12 | SA-P22 | SA-H300
word | chisel | CH-B25 CH-C200 | | GR-S1040
synonym | wood chisel | CH-B25 | CH-C200 | GR-S1040
unit | 25mm chisel | CH-B25 | CH-C200 |
plural | clamps | CL-F300 CL-C6 | |
synonym | g clamp | CL-C6 | CL-F300 |
unit | 6 inch c clamp | CL-C6 | CL-F300 |
unit | 8mm drill | DR-T8 | | DR-K13
synonym | 8 mm drill bit for stainless steel | DR-T8 | | DR-K13
word | drill chuck | DR-K13 | | DR-T8
word | file | FI-F10 | |
plural | files | FI-F10 | |
word | grinding wheel | GR-W200 | | GR-S1040
synonym | whetstone | GR-S1040 | | GR-W200
phrase | sharpen chisels | GR-S1040 | GR-W200 | CH-B25
synonym | flathead screwdriver | SD-S55 | |
compound | screw driver | SD-S55 | |
synonym | measuring tape | ME-T5 | | ME-L600
unit | 5m tape measure | ME-T5 | |
synonym | bubble level | ME-L600 | |
unit | 60 cm spirit level | ME-L600 | |
plural | calipers | ME-V150 | ME-M25 |
unit | 150mm caliper | ME-V150 | ME-M25 | ME-S150
word | micrometer | ME-M25 | ME-V150 |
synonym | try square | ME-S150 | |
phrase | check a right angle | ME-S150 | | ME-L600
word | plane | PN-B35 | |
phrase | plane for end grain | PN-B35 | |
attribute | low angle block plane | PN-B35 | |
`;
