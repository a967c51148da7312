import { formatCount } from '#src/shared/numbers.ts';
import type { Category } from './contract.ts';

const countTools = ({ tools, toolsAtLeast }: Category) =>
  `${toolsAtLeast ? 'more than ' : ''}${formatCount(tools)} ${tools === 1 ? 'tool' : 'tools'}`;

/** The texts of the page on which admins edit the tree of categories. */
export const categoriesCopy = {
  title: 'Categories',
  text: 'Customers browse tools by these categories. Changing them does not modify any tool, and pages update right away.',
  none: {
    title: 'No categories yet',
    text: 'Add the first one below. Entering a new category name on a tool also adds one.',
  },
  tree: 'All categories',
  countTools,
  change: 'Change',
  changeLabel: (name: string) => `Change ${name}`,
  view: 'Show in the shop',
  notPublic: 'hidden until a tool in it is on sale',
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
  slug: 'Page address',
  slugHint: 'The part after /categories/. Links to the old address redirect to the new one.',
  parent: 'Parent category',
  top: 'None (top level)',
  save: 'Save',
  cancel: 'Cancel',
  saved: (name: string) => `${name} was saved.`,
  added: (name: string) => `${name} was added.`,
  moved: (name: string, position: number) => `${name} is now number ${position}.`,
  removed: (name: string) => `${name} was deleted.`,
  ask: (category: Category, parent: Category | undefined, below: number) => {
    const isEmpty = category.tools === 0 && below === 0;
    const to = parent ? `move to ${parent.name}` : 'will have no parent category';
    const held = [
      ...(category.tools > 0 ? [countTools(category)] : []),
      ...(below > 0 ? [`${formatCount(below)} ${below === 1 ? 'subcategory' : 'subcategories'}`] : []),
    ].join(' and ');
    return {
      title: `Delete ${category.name}?`,
      text: isEmpty
        ? 'It contains no tools on sale and no subcategories. Any drafts and archived tools in it move to its parent category.'
        : `It contains ${held}. Items directly in it ${to}.`,
      confirm: 'Yes, delete it',
      cancel: 'Cancel',
    };
  },
} as const;
