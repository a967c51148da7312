import { decimalToCents } from '#src/shared/money.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { ToolCard, truncateAbout } from './tool-card.tsx';

/** The fields of a product as they are typed so far. */
type ToolDraft = Partial<Record<'balance' | 'quantity' | 'minOrderQuantity', string | number>> & {
  itemName?: string;
  about?: string;
};

/**
 * The entry of the catalogue that what is typed makes. For the eye alone: it says nothing that the fields do not, so
 * neither the keyboard nor a screen reader finds anything here.
 */
export function ToolPreview({ draft, picture }: { draft: ToolDraft; picture: string | undefined }) {
  const { preview } = siteCopy;
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
            itemName: draft.itemName?.trim() || preview.product.name,
            ...truncateAbout(draft.about?.trim() || preview.product.about),
            balance: parsePrice(draft.balance),
            quantity: parseCount(draft.quantity),
            minOrderQuantity: parseCount(draft.minOrderQuantity),
            picture: picture ?? '/images/marks/blank-sheet.svg',
          }}
        />
      </div>
    </div>
  );
}

function parsePrice(draft: string | number | undefined): number | null {
  const cents = draft ? decimalToCents(String(draft).trim()) : null;
  return cents === null ? null : cents / 100;
}

function parseCount(draft: string | number | undefined): number | null {
  const text = String(draft ?? '').trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
