/**
 * The outlines of the icons, on a grid of 24 × 24, taken from Lucide 1.73.0 (https://lucide.dev), of which the shop
 * needs a handful. The license is in docs/third-party.md. Icons of states are in `state-icon.tsx`.
 */
export const paths = {
  'arrow-down': 'M12 5v14m7-7-7 7-7-7',
  'arrow-left': 'm12 19-7-7 7-7M19 12H5',
  'arrow-right': 'M5 12h14m-7-7 7 7-7 7',
  'arrow-up': 'm5 12 7-7 7 7M12 19V5',
  'arrow-up-down': 'm21 16-4 4-4-4M17 20V4M3 8l4-4 4 4M7 4v16',
  'chevron-left': 'm15 18-6-6 6-6',
  'chevron-right': 'm9 18 6-6-6-6',
  'circle-alert': 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 8v4M12 16h.01',
  'circle-check': 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M16 9l-5.5 5.5L8 12',
  'circle-help': 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M9 9.5a3 2.5 0 0 1 6 0c0 2-2 2-3 3.5M12 17h.01',
  info: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 16v-4M12 8h.01',
  'mail-check':
    'M22 13V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12c0 1.1.9 2 2 2h8M22 7l-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7M16 19l2 2 4-4',
  menu: 'M4 5h16M4 12h16M4 19h16',
  minus: 'M5 12h14',
  navigation: 'M3 11 22 2 13 21 11 13z',
  pause:
    'M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z',
  play: 'M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z',
  plus: 'M5 12h14M12 5v14',
  search: 'm21 21-4.34-4.34M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0',
  // Simpler than Lucide's, since every page loads it.
  'shopping-basket': 'M2 10h20l-3 11H5zM7 10l5-7 5 7M10 14v3m4-3v3',
  // The outline of earlier versions, which takes a quarter of the bytes.
  star: 'm12 2 3.09 6.26L22 9.27l-5 4.87 1.18 6.88L12 17.77l-6.18 3.25L7 14.14 2 9.27l6.91-1.01z',
  x: 'M18 6 6 18M6 6l12 12',
} as const;

export type IconName = keyof typeof paths;

/**
 * An icon beside words that say the same, so it is hidden from screen readers. `className` gives its size and color.
 */
export function Icon({
  name,
  className,
  strokeWidth = 2,
}: {
  name: IconName;
  className: string;
  strokeWidth?: number;
}) {
  return <Outline d={paths[name]} className={className} strokeWidth={strokeWidth} />;
}

/** The same for an outline that not all pages need. */
export function Outline({ d, className, strokeWidth = 2 }: { d: string; className: string; strokeWidth?: number }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}
