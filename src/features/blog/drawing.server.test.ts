import { expect, test } from 'vitest';
import { drawTool } from '#src/content/drawings/drawings.ts';
import { getBlogDrawing } from './drawing.server.ts';

const _id = 'a'.repeat(24);

test.each([
  [['torque', 'wrenches', 'bolts'], 'Which torque wrench should a workshop buy?', 'torque-wrench'],
  [['measuring'], 'How do I read a vernier caliper to 0.02 mm?', 'vernier-caliper'],
  [['sharpening', 'chisels', 'planes'], 'How can a shop save an hour a day?', 'sharpening-stone'],
  [['wheels', 'grinding'], 'Which grit?', 'grinding-wheel'],
])('a post about %j has the drawing of its tool', (tags, question, name) => {
  expect(getBlogDrawing({ _id, tags, question })).toBe(`/images/drawings/${name}.svg`);
});

test('a post about no tool also has a drawing, always the same one', () => {
  const path = getBlogDrawing({ _id, tags: ['ordering'], question: 'How do I pay?' });
  expect(getBlogDrawing({ _id, tags: [], question: '' })).toBe(path);
  expect(drawTool(/drawings\/(.+)\.svg$/.exec(path)?.[1] ?? '')).not.toBeNull();
});
