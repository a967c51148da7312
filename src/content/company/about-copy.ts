/** The texts of the page about the company. Only that page needs them. */
export const aboutCopy = {
  title: 'About',
  text: 'We make hand tools and measuring tools. We sell them by the box, to people who resell them or wear them out.',
  description: 'Who makes the tools in this shop, how they are made, and what a buyer can rely on.',
  imageAlt: 'The forge the first hammer came from, drawn in elevation',
  /** `foundedIn` is the year of the settings, or null. */
  parts: (foundedIn: string | null) => [
    {
      title: 'Where we come from',
      text: `The company began ${foundedIn ? `in ${foundedIn} ` : ''}with one forge line and one product: a ball peen hammer for a railroad workshop. The hammer is still in the range. Today the range includes striking, turning, gripping, cutting, measuring, drilling and grinding tools.`,
    },
    {
      title: 'How we choose tools',
      text: 'We sell a tool only if we know its steel, its hardness and the standard that its dimensions follow. You can read these facts beside each tool. We do not print what we cannot measure.',
    },
    {
      title: 'How we sell',
      text: 'You see one price per piece, the minimum order and the stock. The stock is counted, not guessed. What you order is reserved for you at that moment, and nobody else can buy it.',
    },
    {
      title: 'When something is wrong',
      text: 'Send a photograph, the name of the tool and the date of the order. If the fault is ours, we replace the tool. We also tell you how we will keep it from happening again.',
    },
  ],
} as const;
