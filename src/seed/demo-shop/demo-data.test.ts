import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { toolDrawingNames } from '#src/content/drawings/drawings.ts';
import { editableFields } from '#src/features/catalogue/tool/editable-fields.ts';
import { checkTerms } from '#src/features/catalogue/tool/rules.ts';
import { getOrderableBounds } from '#src/shared/quantity-solver.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { demoBlogs } from './blogs.ts';
import { demoReviews } from './reviews.ts';
import { demoDetails } from './tool-details.ts';
import { demoTools } from './tools.ts';

const detailFields = z
  .strictObject(editableFields)
  .partial()
  .required({ weight: true, size: true, specifications: true, warnings: true });
const wordCount = (text: string) => text.split(/\s+/).length;

describe('the demo tools', () => {
  test('use every drawing exactly once', () => {
    expect(demoTools.map((tool) => tool.drawing).sort()).toEqual([...toolDrawingNames].sort());
  });

  test('have unique names', () => {
    expect(new Set(demoTools.map((tool) => tool.itemName)).size).toBe(demoTools.length);
  });

  test('end with the six that the home page shows', () => {
    expect(demoTools.slice(-6).map((tool) => tool.drawing)).toEqual([
      'bench-vise',
      'block-plane',
      'torque-wrench',
      'micrometer',
      'vernier-caliper',
      'claw-hammer',
    ]);
  });

  test('include the claw hammer at its known price, stock and minimum', () => {
    expect(demoTools.find((tool) => tool.drawing === 'claw-hammer')).toMatchObject({
      balance: 1890,
      quantity: 640,
      minOrderQuantity: 10,
    });
  });

  test.each(demoTools)('$drawing can be ordered', ({ balance, quantity, minOrderQuantity }) => {
    for (const figure of [balance, quantity, minOrderQuantity]) expect(Number.isSafeInteger(figure)).toBe(true);
    expect(balance).toBeGreaterThan(0);
    expect(minOrderQuantity).toBeGreaterThanOrEqual(5);
    expect(minOrderQuantity).toBeLessThanOrEqual(100);
    expect(quantity).toBeGreaterThanOrEqual(minOrderQuantity);
  });

  test.each(demoTools)('$drawing has a unique SKU and consistent terms', (tool) => {
    const { balance, minOrderQuantity, packMultiple = 1, maxOrderQuantity = null, volumePrices = [] } = tool;
    const terms = {
      unitPriceMinor: balance,
      minOrderQuantity,
      packMultiple,
      maxOrderQuantity,
      volumePrices: volumePrices.map(([quantity, unitPriceMinor]) => ({ quantity, unitPriceMinor })),
    };
    expect(checkTerms(terms)).toBeNull();
    expect(getOrderableBounds({ ...terms, available: tool.quantity })?.min).toBe(getSmallestOrder(terms));
    expect(demoTools.filter(({ sku }) => sku.toLowerCase() === tool.sku.toLowerCase())).toHaveLength(1);
    // The box in the description must match the pack size of orders.
    const box = tool.about.match(/[Pp]acked (\d+) to a/)?.[1];
    if (box && tool.packMultiple) expect(tool.packMultiple).toBe(Number(box));
  });

  test.each(demoTools)('$drawing has a weight, size and specifications that match its description', (tool) => {
    const details = demoDetails[tool.drawing];
    const fields = detailFields.safeParse(details);
    expect(fields.error?.issues ?? []).toEqual([]);
    expect(details?.specifications.length).toBeGreaterThanOrEqual(4);
    const words = (text: string) =>
      text
        .replaceAll(/[^\d./]+/g, ' ')
        .trim()
        .split(' ');
    const told = new Set(words(`${tool.itemName} ${tool.about.replaceAll(',', '')}`).map(Number));
    for (const { value, unit } of details?.specifications ?? [])
      if (unit) for (const number of words(value)) expect(told, `${value} ${unit}`).toContain(Number(number));
  });

  test.each(demoTools.slice(-6))('$drawing, one of the latest six, is sold as specified', (tool) => {
    expect([tool.packMultiple, tool.maxOrderQuantity, tool.volumePrices]).toEqual([undefined, undefined, undefined]);
  });

  test.each(demoTools)(
    '$drawing has a description whose first sentence fits the 80 characters of a card',
    ({ about }) => {
      expect(about.length).toBeGreaterThanOrEqual(180);
      expect(about.length).toBeLessThanOrEqual(420);
      const firstSentence = about.slice(0, about.search(/\.(?=\s)/) + 1);
      expect(firstSentence.length).toBeGreaterThan(30);
      expect(firstSentence.length).toBeLessThanOrEqual(80);
    },
  );
});

describe('the demo reviews', () => {
  test('are eight by eight people, not all with five stars', () => {
    expect(demoReviews).toHaveLength(8);
    expect(new Set(demoReviews.map((review) => review.displayName)).size).toBe(8);
    expect(demoReviews.some((review) => review.rating < 5)).toBe(true);
  });

  test.each(demoReviews)('the one by $displayName is complete and within the limits', (review) => {
    expect([1, 2, 3, 4, 5]).toContain(review.rating);
    expect(review.about.length).toBeGreaterThanOrEqual(200);
    expect(review.about.length).toBeLessThanOrEqual(420);
    expect(review.initials).toMatch(/^\p{Lu}{2}$/u);
    for (const text of [review.company, review.designation, review.title]) expect(text.trim()).not.toBe('');
  });
});

describe('the demo blog', () => {
  test('has six posts, most of which are long enough to be truncated on a card', () => {
    expect(demoBlogs).toHaveLength(6);
    expect(demoBlogs.filter((blog) => blog.question.length > 50).length).toBeGreaterThan(3);
    expect(demoBlogs.filter((blog) => blog.short_description.length > 200).length).toBeGreaterThan(3);
  });

  test('has at least one post that is short enough to be shown completely on a card', () => {
    expect(demoBlogs.some((blog) => blog.question.length <= 50 && blog.short_description.length <= 200)).toBe(true);
  });

  test.each(demoBlogs)('answers in full: $question', ({ detail, tags }) => {
    expect(detail.length).toBeGreaterThanOrEqual(4);
    expect(detail.length).toBeLessThanOrEqual(6);
    for (const section of detail) {
      expect(wordCount(section.description), section.title).toBeGreaterThanOrEqual(60);
      expect(wordCount(section.description), section.title).toBeLessThanOrEqual(140);
    }
    expect(tags.length).toBeGreaterThanOrEqual(3);
    expect(tags.length).toBeLessThanOrEqual(5);
    expect(new Set(tags).size).toBe(tags.length);
    for (const tag of tags) expect(tag).not.toContain('#');
  });
});

test('no text has exclamation marks', () => {
  expect(JSON.stringify([demoTools, demoReviews, demoBlogs])).not.toContain('!');
});
