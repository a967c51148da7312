import { useEffect, useRef, useState } from 'react';
import { type Company, useCompany } from '#src/shared/company.ts';
import { type PublicSettings, readPublicSettings } from '#src/shared/public-settings.ts';
import { Button, buttonClasses } from '#src/shared/ui/button.tsx';
import { Icon, type IconName } from '#src/shared/ui/icon.tsx';
import { useInView, useMotionAllowed } from '#src/shared/ui/motion.ts';
import type { BaseLayer } from './base-layer.ts';
import type { MapHandle } from './draw-map.ts';
import { withTimeout } from './with-timeout.ts';

const mapCopy = {
  label: 'Map of the shop’s location. Arrow keys move it, plus and minus zoom.',
  directions: 'Directions',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  loading: 'Loading the map.',
  failed: 'The map could not be loaded. The address is beside it.',
  again: 'Try again',
  unavailable: 'The street map is not available right now. Showing an outline instead.',
} as const;

/** The map's script loads a little before the map comes into view. */
const LOAD_MARGIN = '300px 0px';

/** The shop's address and directions, and a map whose script loads when it comes near the view. */
export function ShopMap() {
  const company = useCompany();
  const { latitude, longitude } = company.location;
  const directions = `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`;
  return (
    <div className="grid gap-x-12 gap-y-6 pt-6 lg:grid-cols-[1fr_3fr]">
      <div>
        <address className="not-italic">
          {[company.legalName, ...company.address].map((line) => (
            <span key={line} className="block first:font-bold first:text-lead">
              {line}
            </span>
          ))}
        </address>
        <p className="mt-3 text-muted">{company.hours}</p>
        <a href={directions} rel="noreferrer" className={buttonClasses('secondary', 'mt-5')}>
          <Icon name="navigation" className="size-4" />
          {mapCopy.directions}
        </a>
      </div>
      <LazyMap company={company} />
    </div>
  );
}

function LazyMap({ company }: { company: Company }) {
  const box = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const drawn = useRef<MapHandle>(null);
  const [wanted, setWanted] = useState(false);
  const [failed, setFailed] = useState(false);
  /** The tiles are unavailable, and the outline is shown instead. */
  const [isUnavailable, setIsUnavailable] = useState(false);
  const [can, setCan] = useState<{ zoomIn: boolean; zoomOut: boolean }>();
  const near = useInView(box, LOAD_MARGIN);
  const motion = useMotionAllowed();
  if (near && !wanted) setWanted(true);

  useEffect(() => {
    if (!wanted || failed) return;
    let canceled = false;
    withTimeout(Promise.all([import('./draw-map.ts'), loadBaseLayer(readPublicSettings().tiles)])).then(
      ([{ drawMap }, baseLayer]) => {
        if (canceled || !container.current) return;
        const place = { ...company, ...company.location };
        const onUnavailable = () => setIsUnavailable(true);
        drawn.current = drawMap(container.current, {
          place,
          baseLayer,
          motion,
          onUnavailable,
          onZoomChange: setCan,
        });
      },
      () => {
        if (!canceled) setFailed(true);
      },
    );
    return () => {
      canceled = true;
      drawn.current?.remove();
      drawn.current = null;
      setIsUnavailable(false);
    };
  }, [wanted, failed, motion, company]);

  return (
    <div ref={box} className="relative isolate h-80 border border-line sm:h-112 noscript:hidden">
      {/* biome-ignore lint/a11y/useSemanticElements: a map is not a set of fields */}
      <div
        ref={container}
        role="group"
        aria-label={mapCopy.label}
        className="shop-map h-full focus-visible:-outline-offset-2"
      />
      <p
        role="status"
        className="absolute top-0 left-0 z-1000 mr-11 border-line border-r border-b bg-paper px-3 py-2 text-fine text-muted empty:hidden"
      >
        {isUnavailable && mapCopy.unavailable}
      </p>
      {can ? (
        // Two keys, because one element that turned into the other would jump.
        <div
          key="zoom"
          className="absolute top-0 right-0 z-1000 grid divide-y divide-line border-line border-b border-l bg-paper"
        >
          <ZoomButton icon="plus" label={mapCopy.zoomIn} enabled={can.zoomIn} onPress={() => drawn.current?.zoom(1)} />
          <ZoomButton
            icon="minus"
            label={mapCopy.zoomOut}
            enabled={can.zoomOut}
            onPress={() => drawn.current?.zoom(-1)}
          />
        </div>
      ) : (
        <div
          key="status"
          className="absolute inset-0 grid place-content-center justify-items-center gap-4 p-6 text-center"
        >
          <p role="status" className="text-muted">
            {failed ? mapCopy.failed : mapCopy.loading}
          </p>
          {failed && (
            <Button variant="secondary" onClick={() => setFailed(false)}>
              {mapCopy.again}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function ZoomButton({
  icon,
  label,
  enabled,
  onPress,
}: {
  icon: IconName;
  label: string;
  enabled: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // `disabled` would lose the focus at either end of the zoom range.
      aria-disabled={!enabled || undefined}
      onClick={() => enabled && onPress()}
      className="grid size-11 place-items-center transition-colors hover:bg-tint focus-visible:-outline-offset-2 aria-disabled:cursor-not-allowed aria-disabled:text-edge"
    >
      <Icon name={icon} className="size-5" />
    </button>
  );
}

/** The only place that chooses the base layer: tiles if they are configured, else the outline. */
async function loadBaseLayer(tiles: PublicSettings['tiles']): Promise<BaseLayer> {
  if (!tiles) return (await import('./outline-layer.ts')).outlineLayer;
  return (await import('./tile-layer.ts')).createTileLayer(tiles);
}
