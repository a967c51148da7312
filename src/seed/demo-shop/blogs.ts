import { formatMoney } from '#src/shared/money.ts';

/** One post of the demo blog: a buyer's question, a short answer, and the answer in full. */
export interface DemoBlog {
  author: string;
  question: string;
  short_description: string;
  detail: { title: string; description: string }[];
  /** Without the # sign. */
  tags: string[];
}

export const demoBlogs: readonly DemoBlog[] = [
  {
    author: 'Ingrid Halvorsen',
    question: 'Which torque wrench range should a workshop buy first, and why not the largest?',
    short_description:
      'A torque wrench is accurate over part of its scale only. Choose the range from the bolts you tighten most, so that their values fall in the middle. This post shows how, with figures for common metric bolts, and says when a wrench has to be checked again.',
    detail: [
      {
        title: 'Start from the bolts, not from the wrench',
        description:
          'List the bolts you tighten in a normal month, with their size and grade. For dry, uncoated bolts of grade 8.8, with a friction coefficient of 0.12, the usual table values are about 25 Nm for M8, 49 Nm for M10, 85 Nm for M12 and 210 Nm for M16. The machine maker’s figure always comes first, because he knows the joint. Mark the values that occur most. They, and not the largest bolt in the yard, decide which wrench to buy first.',
      },
      {
        title: 'Where the accuracy counts',
        description:
          'ISO 6789-1 allows an adjustable click wrench for more than 10 Nm to be out by 4 % of the set value. That holds for the marked range, which usually begins at a fifth of the largest value. A wrench for 40 to 200 Nm is therefore a good tool for M10 to M12 bolts of grade 8.8, but M8 is below its scale. It should not be set there by guessing. Leave some room at the top as well: a wrench used all day at its limit wears sooner and needs a long pull.',
      },
      {
        title: 'Two wrenches cover most workshops',
        description:
          'For vehicles and general machines, one wrench of about 10 to 60 Nm with a 3/8 inch drive and one of 40 to 200 Nm with a 1/2 inch drive cover M6 to M12 and most M14 bolts. The ranges overlap, which lets you compare one wrench with the other. Buy a third for 100 to 400 Nm only when wheel bolts of trucks or structural bolts are weekly work. Below 5 Nm a torque screwdriver is easier to hold steady than any wrench.',
      },
      {
        title: 'Friction decides what the torque does',
        description:
          'Only about a tenth of the torque stretches the bolt. The rest is spent on friction under the head and in the thread. Oil or copper paste lowers friction, so the same torque gives a higher preload and may overload the bolt. Use the lubricant the instructions name, and no other. Pull slowly and stop at the first click. A second click adds torque. Never use the wrench to loosen bolts, and do not put a pipe on the handle.',
      },
      {
        title: 'Storing and checking',
        description:
          'Turn a click wrench back to the lowest mark on its scale before it goes in the case, but not below it, so that the spring rests and the parts stay seated. Without a rule of your own, have it checked every twelve months or after 5,000 clicks, whichever comes first, and after any fall or overload. Write the serial number on the check record. A wrench that is out by more than 4 % is adjusted, and the work done since its last check is looked at again.',
      },
    ],
    tags: ['torque', 'wrenches', 'bolts', 'measuring'],
  },
  {
    author: 'Dr. Paul Renninger',
    question: 'What do steel names such as C60, 42CrMo4 and HS6-5-2-5 tell a tool buyer?',
    short_description:
      'Chrome vanadium is stamped on good tools and on poor ones. The European steel names are more useful, because they give the composition. Read together with the hardness they tell you what a tool can do, and what will break it. Here is how to read both.',
    detail: [
      {
        title: 'Plain carbon steels begin with C',
        description:
          'In the European names a C is followed by a hundred times the carbon content. C45 has about 0.45 % carbon, C60 about 0.60 %. Carbon makes steel hardenable: more of it gives a harder edge and less toughness. C60 is common for hammers and pliers, where the face or the cutting edge is hardened and the rest stays tough. Such steels cost little and harden well in thin sections, but in thick ones the core stays softer, and they rust if they are not oiled or plated.',
      },
      {
        title: 'Low alloy names list the elements',
        description:
          'A name like 42CrMo4 starts with carbon again, here 0.42 %. Then come the alloying elements, and then a number for the first of them. For chromium, manganese, nickel and silicon it is divided by four, so the 4 means about 1 % chromium. The molybdenum is there in a small amount without a number. 51CrV4 has 0.51 % carbon, about 1 % chromium and some vanadium. This is what chrome vanadium means on a wrench: a steel that hardens through and keeps its toughness.',
      },
      {
        title: 'X and HS stand for the rich alloys',
        description:
          'An X says that one element reaches 5 %, and the numbers at the end are plain percentages. X46Cr13 has 0.46 % carbon and 13 % chromium, a hardenable stainless steel used for measuring tools. HS is high speed steel, followed by the percentages of tungsten, molybdenum, vanadium and cobalt. HS6-5-2 is sold as M2. HS6-5-2-5 with 5 % cobalt is M35, and it keeps its hardness better when the drill runs hot in stainless steel.',
      },
      {
        title: 'Hardness is the other half',
        description:
          'Rockwell C, written HRC, is what to ask for. Hammer faces lie between about 50 and 58, so that they dent a little before they chip. Wrenches are made at about 42 to 47, because they must bend before they snap. Wood chisels and plane irons hold an edge at 58 to 62. Files need 62 or more, and high speed steel drills 63 to 66. A figure far above these is not better. It usually means a brittle tool.',
      },
      {
        title: 'What to ask the supplier',
        description:
          'Ask for the steel by name or material number, the hardness range, and where on the tool it is measured. A cold chisel hardened from end to end throws splinters at the head, and pliers hardened in the joint crack. Ask whether the hardness is tested on each batch. In your own workshop a file gives a first answer: it cuts steel below about 55 HRC, bites little at 60 and slides off above that. Try it where the mark does no harm.',
      },
    ],
    tags: ['steel', 'hardness', 'materials', 'buying'],
  },
  {
    author: 'Lucía Ferrandis',
    question: 'How do minimum orders and pack sizes work, and how do I keep my stock small?',
    short_description:
      'Every tool in the shop has a minimum quantity, and most are packed in boxes of a fixed number. Buyers who know both pay less for freight and keep less money on the shelf. This post explains the rules of ordering here and gives a simple way to work out how much to buy.',
    detail: [
      {
        title: 'What the minimum means',
        description:
          'The minimum is the smallest number of one tool that we pick and pack at the wholesale price. It usually follows from the box: ten claw hammers are one box, so the minimum is ten. You may order the minimum itself, everything in stock, or any whole number between. The page of each tool shows both figures. If you need fewer than the minimum for a trial, ask for a quote and say what you want to test. A sample is often cheaper for both sides.',
      },
      {
        title: 'How the total is made up',
        get description() {
          return `The total is the quantity times the unit price. Ten hammers at ${formatMoney(1_890)} come to ${formatMoney(18_900)}, and twenty-five come to ${formatMoney(47_250)}. The price is the one shown when you place the order, and it does not change later for that order, even if the list price does. If the price changed while the page was open, the shop tells you the new total before anything is ordered, so you never pay a figure that you have not seen.`;
        },
      },
      {
        title: 'Stock is held for you, for a while',
        description:
          'When you place an order, the pieces are taken out of stock and kept for you until you pay. An unpaid order is normally held for 72 hours and then released, so that others can buy. If you no longer need it, delete it under My Order and the pieces return to stock at once. Once an order is paid it cannot be deleted there. Check the quantity on the payment page before you enter the card.',
      },
      {
        title: 'Order in full boxes',
        description:
          'Twenty-five hammers travel as two full boxes and one opened box with five. The opened box costs handling time here and shelf order at your end, and loose tools are damaged more often. Round to full boxes where you can. For heavy goods think in pallets: a 150 mm vise weighs 27 kg, and at that weight the freight per piece falls clearly between five and twenty. Small, light tools such as drills can be ordered as needed.',
      },
      {
        title: 'A reorder rule that works',
        description:
          'Write down how many pieces you sell in a week and how many weeks a delivery takes. Multiply the two and add a reserve of two weeks’ sales. Reorder when the shelf falls to that number. For a hammer that sells six a week with three weeks’ delivery this gives 18 plus 12, so 30. Then order enough full boxes for about six weeks, here four boxes. Look at the weekly figure again every quarter, because most tools have a season.',
      },
    ],
    tags: ['ordering', 'stock', 'packing', 'wholesale'],
  },
  {
    author: 'Samuel Achterberg',
    question: 'How do I read a vernier caliper to 0.02 mm?',
    short_description:
      'A vernier needs no battery and survives coolant, but new staff often misread it. The rule is short: whole millimeters left of the zero, then the one line that meets a line above it. This post goes through an example and the four errors that cost most parts.',
    detail: [
      {
        title: 'What the two scales are',
        description:
          'The beam carries the main scale in whole millimeters. The slide carries the vernier: on a 0.02 mm caliper it has 50 divisions over a length of 49 mm. Each vernier division is therefore 0.98 mm, or 0.02 mm shorter than one on the beam. As the slide moves on by 0.02 mm, the next vernier line comes to stand exactly below a main line. You find the line that meets, and it tells you how many fiftieths to add. The figures 1 to 10 on the vernier mark tenths.',
      },
      {
        title: 'A reading, step by step',
        description:
          'Close the jaws on the part and lock the screw. First look at the zero of the vernier. It stands between 27 and 28 on the beam, so the part measures 27 mm and something. Then look along the vernier for the one line that continues straight into a line above. Say it is the third line after the figure 3. The 3 means 0.3 mm, and the three lines add three times 0.02 mm, which is 0.06 mm. The part measures 27.36 mm.',
      },
      {
        title: 'Check the zero first',
        description:
          'Wipe the jaws, close them gently and hold them against the light. There should be no gap, and both the zero and the last vernier line should meet a line on the beam. If the zero is off by two lines, every reading is off by 0.04 mm. Either correct each reading or send the caliper to be set. Do this at the start of each shift and after every fall. It takes ten seconds and saves a batch.',
      },
      {
        title: 'Four errors that cost parts',
        description:
          'Look straight at the lines: a slanting view moves the meeting line by one or two. Measure close to the beam, because at the jaw tips the slide tilts under pressure. Let the jaws find the part by rocking it a little, at its smallest size across a shaft and at its largest in a bore. And measure at room temperature. A steel part of 100 mm that is still 10 degrees warmer than the caliper is more than 0.01 mm too long.',
      },
      {
        title: 'When a caliper is not enough',
        description:
          'A good caliper of this kind may be out by 0.03 mm, and the person adds a little. A common rule is that the instrument should be four to ten times finer than the tolerance. A width of 20 mm with plus or minus 0.2 mm is a job for the caliper. A bearing seat with a tolerance of 0.013 mm is not. Use a micrometer there, which reads to 0.01 mm with an error of a few micrometers, or better a comparator set with gauge blocks.',
      },
    ],
    tags: ['measuring', 'caliper', 'workshop', 'training'],
  },
  {
    author: 'Beatrix Nagy',
    question: 'How can a busy shop keep chisels, planes and drills sharp without losing an hour a day?',
    short_description:
      'Sharpening fails in most workshops because it is left until the tool no longer cuts. A fixed place, two stones and five minutes at the right time are enough. Here are angles that work, the order of steps, and what to do with an edge that has turned blue.',
    detail: [
      {
        title: 'A fixed place saves the time',
        description:
          'Most of the hour is spent looking for the stone and clearing a bench. Set up one place with good light, a waterstone in its base, a flat plate, a strop and a rag with oil. Leave it standing. Put a small tray beside it where anyone can lay a dull tool and take a sharp one of the same size. One person then sharpens what lies in the tray, ten pieces in a row, which is quicker than ten interruptions.',
      },
      {
        title: 'Angles that work',
        description:
          'Grind a bench chisel at 25 degrees and hone only the tip at 30. A paring chisel for softwood can go down to 25 overall, and a mortise chisel needs 35. The iron of a low angle block plane is ground at 25 degrees; on a bed of 12 degrees it meets the wood at 37. Twist drills for general steel have a point of 118 degrees, for hard and stainless steel 135. A cold chisel is ground to about 60 degrees for steel.',
      },
      {
        title: 'Two stones and a strop',
        description:
          'Work the bevel on 1000 grit until you feel a burr along the whole width of the back. Without the burr you have not reached the edge, and a finer stone will not help. Then take ten strokes on 4000 grit, turn the tool, lay the back flat and remove the burr. Finish with a few strokes on leather. The back is flattened once, when the tool is new. After that it only touches the fine stone, always flat.',
      },
      {
        title: 'Keep the stone flat',
        description:
          'A hollow stone makes round edges, and no guide can correct that. Draw pencil lines over the surface and rub it on a flattening plate until they are gone. On a stone used daily this takes a minute each morning. Use the whole surface and not only the middle. Waterstones of this kind are soaked for about ten minutes, dried in air and kept from frost, because water that freezes inside splits them.',
      },
      {
        title: 'When the edge turns blue',
        description:
          'Carbon and chrome vanadium steels are tempered at about 200 degrees Celsius. A blue color shows that the edge has been near 300, and it is now softer than before. Grind slowly past the blue, with light pressure, and dip the tool in water often. Do it before your finger feels heat, not after. High speed steel stands 500 degrees and more, so color alone does it no harm. Do not quench it, as sudden cooling can crack the edge.',
      },
    ],
    tags: ['sharpening', 'chisels', 'planes', 'drills', 'workshop'],
  },
  {
    author: 'Owen Castellane',
    question: 'Which grinding wheel: grit, grade and speed?',
    short_description:
      'The letters and numbers on a grinding wheel look like a secret code and are in fact a short description.',
    detail: [
      {
        title: 'Reading the mark',
        description:
          'Take WA 60 K 5 V. The letters at the beginning are the abrasive: A is aluminum oxide, WA the white and purest kind, C silicon carbide. The number 60 is the grit, roughly the meshes per inch of the sieve, so a higher number is finer. K is the grade, how firmly the grains are held, from A for very soft to Z for very hard. The 5 is the structure, low for dense and high for open. V stands for a vitrified bond.',
      },
      {
        title: 'Choosing the grit',
        description:
          'For removing welds and roughing castings take 24 to 36. For general tool grinding, lathe tools and drills, 46 to 60 removes enough metal and leaves a usable edge. For the last touch on cutters use 80 to 120, with little pressure, because fine wheels clog and heat the edge. A bench grinder with 36 on one side and 60 or 80 on the other serves most workshops. Finer work is done on stones and not on the wheel.',
      },
      {
        title: 'Hard steel, soft wheel',
        description:
          'The grade is chosen against the material. Hard steel blunts the grains quickly, so they must break away and expose new ones: take a soft wheel, H to K. Soft steel dulls grains slowly, so a harder wheel, M to P, lasts longer and keeps its shape. If the wheel glazes and burns the work, it is too hard or too fine. If it wears away fast and throws grit, it is too soft. Change one thing at a time.',
      },
      {
        title: 'The abrasive for the metal',
        description:
          'Aluminum oxide is for steel. The gray or brown kind is tough and suits general work, and the white kind is brittle, cuts cool and suits high speed steel. Silicon carbide is for cast iron, brass and stone, and the green kind will grind carbide, slowly. Diamond is better for carbide if you have much of it. Do not grind aluminum on a general wheel. It fills the pores, and a loaded wheel heats up and can burst.',
      },
      {
        title: 'Speed',
        description:
          'The wheel states its greatest working speed in meters per second and in turns per minute. The motor must not exceed either. The rim speed is 3.14 times the diameter in meters times the turns per second. For a 200 mm wheel at 2,850 turns per minute that is about 30 m/s, below the usual limit of 35. At full size the limit of 35 m/s corresponds to 3,340 turns per minute. A wheel without a mark is thrown away.',
      },
      {
        title: 'Mounting without surprises',
        description:
          'Hang the wheel on a finger or a rod and tap it with a screwdriver handle. A clear ring is good, and a dull sound means a crack. Use the paper blotters and flanges of equal size, and tighten the nut only as far as needed. Let the new wheel run at full speed for at least a minute with the guard on while you stand aside. Set the work rest no more than 2 mm from the wheel, with the machine stopped, and wear eye protection.',
      },
    ],
    tags: ['grinding', 'wheels', 'safety'],
  },
];
