import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { catalogueCopy } from '../../keeping/copy.ts';
import type { WireBulkValues } from '../contract.ts';
import { describeValues } from '../copy.ts';

/** The values of a tool that a bulk change touches, one per line. */
export function BulkValuesText({ values, strong = false }: { values: WireBulkValues; strong?: boolean }) {
  if ('pictures' in values) return <PictureRow pictures={values.pictures} />;
  return (
    <span className={`wrap-anywhere ${strong ? 'font-semibold' : ''}`}>
      {describeValues(values).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </span>
  );
}

/** Small pictures in their order. */
export function PictureRow({ pictures }: { pictures: readonly string[] }) {
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {pictures.map((src, at) => (
        <ResponsiveImage
          key={src}
          src={src}
          alt={catalogueCopy.pictures.alt(at + 1)}
          sizes="4rem"
          className="aspect-4/3 w-16 border border-line object-contain"
        />
      ))}
    </span>
  );
}
