import { decimalToCents } from '#src/shared/money.ts';
import { site } from '#src/shared/site-messages.ts';
import { cutAbout, ToolCard } from './tool-card.tsx';

/** The fields of a product as they are typed so far. */
type TypedProduct = Partial<Record<'balance' | 'quantity' | 'minOrderQuantity', string | number>> & {
  itemName?: string;
  about?: string;
};

/**
 * The entry of the catalogue that what is typed makes. For the eye alone: it says nothing that the fields do not, so
 * neither the keyboard nor a screen reader finds anything here.
 */
export function ProductPreview({ typed, picture }: { typed: TypedProduct; picture: string | undefined }) {
  const { preview } = site;
  return (
    <div inert aria-hidden="true" className="max-w-md self-start xl:sticky xl:top-6">
      <div className="border-ink border-b pb-3">
        <p className="font-bold text-title tracking-tight">{preview.product.title}</p>
        <p className="mt-1 text-fine text-muted">{preview.product.text}</p>
      </div>
      <div className="border-line border-x border-b">
        <ToolCard
          tool={{
            _id: '',
            itemName: typed.itemName?.trim() || preview.product.name,
            ...cutAbout(typed.about?.trim() || preview.product.about),
            balance: priceOf(typed.balance),
            quantity: countOf(typed.quantity),
            minOrderQuantity: countOf(typed.minOrderQuantity),
            picture: picture ?? '/images/marks/blank-sheet.svg',
          }}
        />
      </div>
    </div>
  );
}

function priceOf(typed: string | number | undefined): number | null {
  const cents = typed ? decimalToCents(String(typed).trim()) : null;
  return cents === null ? null : cents / 100;
}

function countOf(typed: string | number | undefined): number | null {
  const text = String(typed ?? '').trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
