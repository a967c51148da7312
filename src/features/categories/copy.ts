import { formatCount } from '#src/shared/numbers.ts';
import type { Category } from './contract.ts';

const countTools = ({ tools, toolsAtLeast }: Category) =>
  `${toolsAtLeast ? 'more than ' : ''}${formatCount(tools)} ${tools === 1 ? 'tool' : 'tools'}`;

/** The texts of keeping the tree of categories. */
export const categoriesCopy = {
  title: 'Categories',
  text: 'Customers find tools by this tree. A change of it writes no tool: their pages follow at once.',
  none: { title: 'No categories yet', text: 'Add the first one below. A tool that is given a new name adds one, too.' },
  tree: 'All categories',
  countTools,
  change: 'Change',
  changeLabel: (name: string) => `Change ${name}`,
  view: 'Show in the shop',
  notPublic: 'not public until a tool in it is on sale',
  up: 'Move up',
  down: 'Move down',
  upLabel: (name: string) => `Move ${name} up`,
  downLabel: (name: string) => `Move ${name} down`,
  remove: 'Delete',
  removeLabel: (name: string) => `Delete ${name}`,
  add: 'Add a category',
  addButton: 'Add',
  name: 'Name',
  nameHint: 'At most 60 characters, without >.',
  slug: 'Address of its page',
  slugHint: 'What follows /categories/. Links to the one of before go on to the new one.',
  parent: 'Under',
  top: 'At the top',
  save: 'Save',
  cancel: 'Cancel',
  saved: (name: string) => `${name} is saved.`,
  added: (name: string) => `${name} is added.`,
  moved: (name: string, position: number) => `${name} is number ${position} now.`,
  removed: (name: string) => `${name} is deleted.`,
  ask: (category: Category, parent: Category | undefined, below: number) => {
    const isEmpty = category.tools === 0 && below === 0;
    const to = parent ? `go to ${parent.name}` : 'will have none above them';
    const held = [
      ...(category.tools > 0 ? [countTools(category)] : []),
      ...(below > 0 ? [`${formatCount(below)} ${below === 1 ? 'category' : 'categories'} below it`] : []),
    ].join(' and ');
    return {
      title: `Delete ${category.name}?`,
      text: isEmpty
        ? 'No tool on sale and no category is in it. Drafts and archived tools in it go to the category above it.'
        : `It holds ${held}. Those that are directly in it ${to}.`,
      confirm: 'Yes, delete it',
      cancel: 'Cancel',
    };
  },
} as const;
