/** The texts of the map. */
export const mapCopy = {
  label: 'Map of the shop’s location. Arrow keys move it, plus and minus zoom.',
  directions: 'Directions',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  loading: 'Loading the map.',
  failed: 'The map could not be loaded. The address is beside it.',
  again: 'Try again',
  unavailable: 'The street map is not available right now. Showing an outline instead.',
} as const;
