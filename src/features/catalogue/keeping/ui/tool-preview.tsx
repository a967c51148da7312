import { BLANK_PICTURE } from '#src/shared/blank-picture.ts';
import { readDecimalComma } from '#src/shared/decimal-comma.ts';
import { decimalToMinor, minorToNumber } from '#src/shared/money.ts';
import { ToolCard, truncateAbout } from '../../tool/ui/tool-card.tsx';
import { catalogueCopy } from '../copy.ts';

/** The fields of a tool as typed so far. */
type ToolDraft = Partial<Record<'balance' | 'quantity' | 'minOrderQuantity' | 'packMultiple', string | number>> & {
  itemName?: string;
  about?: string;
};

/**
 * Shows the catalog entry of a tool while an admin types it. Keyboards and screen readers skip it, since the fields
 * say the same.
 */
export function ToolPreview({ draft, imageUrl }: { draft: ToolDraft; imageUrl: string | undefined }) {
  const { preview } = catalogueCopy;
  return (
    <div inert aria-hidden="true" className="max-w-md self-start xl:sticky xl:top-6">
      <div className="border-ink border-b pb-3">
        <p className="font-bold text-title tracking-tight">{preview.title}</p>
        <p className="mt-1 text-fine text-muted">{preview.text}</p>
      </div>
      <div className="border-line border-x border-b">
        <ToolCard
          tool={{
            _id: '',
            slug: '',
            itemName: draft.itemName?.trim() || preview.name,
            ...truncateAbout(draft.about?.trim() || preview.about),
            balance: parsePrice(draft.balance),
            quantity: parseCount(draft.quantity),
            minOrderQuantity: parseCount(draft.minOrderQuantity),
            packMultiple: parseCount(draft.packMultiple) || 1,
            picture: imageUrl ?? BLANK_PICTURE,
          }}
        />
      </div>
    </div>
  );
}

function parsePrice(input: string | number | undefined): number | null {
  const minor = input ? decimalToMinor(readDecimalComma(String(input).trim())) : null;
  return minor === null ? null : minorToNumber(minor);
}

function parseCount(input: string | number | undefined): number | null {
  const text = String(input ?? '').trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
