import { abrasives } from './abrasives.ts';
import { chuckSection } from './banners/chuck-section.ts';
import { explodedVise } from './banners/exploded-vise.ts';
import { forge } from './banners/forge.ts';
import { measuringSet } from './banners/measuring-set.ts';
import { workbench } from './banners/workbench.ts';
import { wrenchWall } from './banners/wrench-wall.ts';
import { chisels } from './chisels.ts';
import { cutters } from './cutters.ts';
import { cutting } from './cutting.ts';
import { type Drawing, renderSheet, renderSvg } from './drawing-sheet.ts';
import { drilling } from './drilling.ts';
import { drivers } from './drivers.ts';
import { hammers } from './hammers.ts';
import { holding } from './holding.ts';
import { bannerPreview, toolPreview } from './link-preview.ts';
import { measuring } from './measuring.ts';
import { planes } from './planes.ts';
import { pliers } from './pliers.ts';
import { straightness } from './straightness.ts';
import { tapes } from './tape.ts';
import { wrenches } from './wrenches.ts';

export { escapeXml } from './drawing-sheet.ts';
export { drawUploadPreview, uploadArea as uploadPlace } from './link-preview.ts';
export { drawLock } from './lock.ts';
export { drawBlankSheet, drawErrorImage, drawIcon, drawMark, drawMonogram } from './marks.ts';

const tools: Record<string, Drawing> = {
  ...hammers,
  ...wrenches,
  ...pliers,
  ...cutters,
  ...cutting,
  ...chisels,
  ...planes,
  ...holding,
  ...measuring,
  ...straightness,
  ...tapes,
  ...drilling,
  ...abrasives,
  ...drivers,
};

type Banner = { title: string; body: () => string };

const banners: Record<string, Banner> = {
  workbench: { title: 'A workbench with a vise and tools, in elevation', body: workbench },
  'wrench-wall': { title: 'A wall of combination wrenches in size order', body: wrenchWall },
  'exploded-vise': { title: 'A bench vise exploded along its screw', body: explodedVise },
  'chuck-section': { title: 'A drill chuck in half section', body: chuckSection },
  'measuring-set': { title: 'A measuring set: caliper, micrometer, square, dial gauge and rule', body: measuringSet },
  forge: { title: 'A forge with hood, anvil, hammer and tongs, in elevation', body: forge },
};

/** Names in addresses of earlier versions, which tools may still have stored. */
const RENAMED = new Map([
  ['bench-vice', 'bench-vise'],
  ['exploded-vice', 'exploded-vise'],
]);

function find<T>(drawings: Record<string, T>, name: string): T | undefined {
  const current = RENAMED.get(name) ?? name;
  return Object.hasOwn(drawings, current) ? drawings[current] : undefined;
}

/** The tools that have a drawing, by the name `drawTool` takes. */
export const toolDrawingNames: readonly string[] = Object.keys(tools);

/** The wide banners, by the name `drawBanner` takes. */
export const bannerNames: readonly string[] = Object.keys(banners);

/** A tool's drawing as an SVG document, 800 × 600; null for a name without one. */
export function drawTool(name: string): string | null {
  const drawing = find(tools, name);
  return drawing ? renderSheet(drawing) : null;
}

/** A banner as an SVG document, 1920 × 720; null for a name without one. */
export function drawBanner(name: string): string | null {
  const banner = find(banners, name);
  return banner ? renderSvg(banner.title, 1920, 720, banner.body(), 1.2) : null;
}

/** The preview of a link to a tool; null for a name without a drawing. 1200 × 630, without lettering. */
export function drawToolPreview(name: string): string | null {
  const drawing = find(tools, name);
  return drawing ? toolPreview(drawing.body()) : null;
}

/** The preview of a link to another page; null for a name without a banner. 1200 × 630, without lettering. */
export function drawBannerPreview(name: string): string | null {
  const banner = find(banners, name);
  return banner ? bannerPreview(banner.body()) : null;
}
