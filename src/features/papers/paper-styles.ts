/** The font sizes of a paper, in points. */
export const STYLES = {
  wordmark: { face: 'bold', size: 15 },
  title: { face: 'bold', size: 24 },
  section: { face: 'bold', size: 9 },
  body: { face: 'regular', size: 9 },
  strong: { face: 'bold', size: 9 },
  fine: { face: 'regular', size: 7.5, ink: 'muted' },
  figures: { face: 'figures', size: 8.5 },
  strongFigures: { face: 'boldFigures', size: 8.5 },
  number: { face: 'boldFigures', size: 12 },
  muted: { face: 'figures', size: 8, ink: 'muted' },
} as const;
