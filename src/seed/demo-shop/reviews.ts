/** One client review. People and companies are made up. `initials` stands in for a portrait. */
export interface DemoReview {
  displayName: string;
  company: string;
  designation: string;
  title: string;
  /** A whole number from 1 to 5. */
  rating: number;
  about: string;
  initials: string;
}

export const demoReviews: readonly DemoReview[] = [
  {
    displayName: 'Marit Solheim',
    company: 'Nordfjell Verktøy AS, Bergen',
    designation: 'Purchasing manager',
    title: 'The hammers we reorder every spring',
    rating: 5,
    about:
      'We supply joiners along the coast and have bought the 16 oz claw hammer in lots of 40 for two years. Out of the last 160 pieces, two handles had grain running out at the eye, and both were replaced after one mail with a photograph. Boxes of ten fit our shelves, and the heads arrive oiled, which matters in our climate.',
    initials: 'MS',
  },
  {
    displayName: 'Rui Tavares',
    company: 'Oficina Tavares & Filhos, Aveiro',
    designation: 'Workshop owner',
    title: 'Combination wrenches that hold their size',
    rating: 4,
    about:
      'I measured twenty of the 19 mm wrenches on arrival, and every jaw was within what the standard allows. After a year on tractors the rings are still tight. One star less because the plating on the open end scratches sooner than on our older set. For the price I would still choose them again for the mechanics.',
    initials: 'RT',
  },
  {
    displayName: 'Adaeze Okonkwo',
    company: 'Harmattan Technical Institute, Enugu',
    designation: 'Head of mechanical workshops',
    title: 'Calipers for a class of thirty',
    rating: 5,
    about:
      'We ordered 35 vernier calipers and 20 micrometers for the first-year course. I checked each one against our gauge blocks before handing them out, and all read within the stated error. Students drop them, so I value that the depth rod is straight and the lock screw does not shift the reading. The cases are worth having.',
    initials: 'AO',
  },
  {
    displayName: 'Jürgen Pfaffinger',
    company: 'Pfaffinger Maschinenbau GmbH, Landshut',
    designation: 'Production supervisor',
    title: 'Drills do what the label says',
    rating: 4,
    about:
      'The 8 mm cobalt drills run in 1.4301 at 12 m/min with emulsion, and we get about 90 holes of 15 mm depth before regrinding. That is close to the brand we used before at nearly double the price. I would like the sleeve label to show the batch number in larger print, because our stores clerk needs a magnifier.',
    initials: 'JP',
  },
  {
    displayName: 'Claire Desrosiers',
    company: 'Atelier Bois-Franc, Trois-Rivières',
    designation: 'Cabinetmaker and instructor',
    title: 'A block plane ready after ten minutes',
    rating: 5,
    about:
      'I bought six block planes for the evening school. The soles were flat when checked with a straight edge and feeler gauge, and the irons needed only the back polished and a micro bevel. The A2 steel keeps its edge in maple longer than our old irons did. The mouth adjusts without tools, so beginners actually use it.',
    initials: 'CD',
  },
  {
    displayName: 'Tomasz Wilczek',
    company: 'Hurtownia Wilczek, Katowice',
    designation: 'Wholesale buyer',
    title: 'Good vise, but mind the freight',
    rating: 3,
    about:
      'The 150 mm vise itself is solid, and the slide has hardly any play. Our complaint is about packing: of ten pieces, one came with a bent handle because the carton had no insert there. It was credited within a week. At 27 kg each you should also work out freight before you set your own selling price, as I did not.',
    initials: 'TW',
  },
  {
    displayName: 'Hina Farooqi',
    company: 'Ravi Surgical Tooling, Sialkot',
    designation: 'Toolroom manager',
    title: 'White wheels that stay cool on high speed steel',
    rating: 5,
    about:
      'We grind form tools all day and burn edges with wheels that are too hard. The 60 grit, grade K wheel sheds its grains at the right rate and needs dressing about once a shift. All 25 passed the ring test on arrival, and the bores fitted our flanges without packing. The speed is printed clearly on the blotter.',
    initials: 'HF',
  },
  {
    displayName: 'Gareth Llewellyn',
    company: 'Teifi Marine Engineering, Cardigan',
    designation: 'Maintenance lead',
    title: 'Torque wrenches with papers that match',
    rating: 4,
    about:
      'Five torque wrenches came with serial numbers that agreed with the declarations, which saved me an afternoon before our audit. Our own tester put them within 2 % at 40, 120 and 200 Nm. The thimble is stiff to turn with wet gloves, and the case latch feels light for a boatyard. The click itself is easy to feel.',
    initials: 'GL',
  },
];
