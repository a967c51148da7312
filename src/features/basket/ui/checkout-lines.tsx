import { formatPieces } from '#src/shared/format-pieces.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { FoldedList } from '#src/shared/ui/folded-list.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { BasketLine } from '../contract.ts';
import { basketCopy } from '../copy.ts';

/** A short list of the lines that are being ordered. */
export function CheckoutLines({ lines, caption }: { lines: readonly BasketLine[]; caption: string }) {
  return (
    <FoldedList
      label={caption}
      items={lines.map(({ toolId, itemName, image, quantity, unitPrice, total }) => (
        <li
          key={toolId}
          className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-4 border-line border-b py-3"
        >
          <ResponsiveImage
            src={image}
            alt=""
            sizes="3rem"
            className="aspect-4/3 w-full border border-line object-contain"
          />
          <div className="min-w-0">
            <p className="font-semibold leading-snug wrap-anywhere">{joinUnits(itemName)}</p>
            <p className="text-fine text-muted">
              <span className="figures whitespace-nowrap">{formatPieces(quantity)}</span> × <Price amount={unitPrice} />
            </p>
          </div>
          <Price amount={total ?? 0} className="self-start pt-0.5" />
        </li>
      ))}
    />
  );
}

/** The lines that cannot be ordered as they are, each with the reason. */
export function LeftOutLines({ lines, title, text }: { lines: readonly BasketLine[]; title: string; text: string }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-2 border border-line bg-sheet px-4 py-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-fine text-muted">{text}</p>
      <ul className="grid gap-1">
        {lines.map(({ toolId, itemName, quantity, detail }) => (
          <li key={toolId} className="text-fine">
            <span className="font-semibold wrap-anywhere">
              {formatCount(quantity)} {itemName ? joinUnits(itemName) : basketCopy.gone}
            </span>
            : {detail}
          </li>
        ))}
      </ul>
    </section>
  );
}
