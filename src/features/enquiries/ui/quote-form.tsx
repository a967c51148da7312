import { useRef } from 'react';
import type { FormResult } from '#src/shared/form-result.ts';
import { type ActionField, ActionForm } from '#src/shared/ui/action-form.tsx';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { enquiryCopy } from '../copy.ts';
import { MAX_LENGTH } from '../rules.ts';
import { QuantityOfferBox } from './quantity-offer.tsx';
import { PrivacyNote, SenderFields } from './sender-fields.tsx';
import { type QuoteTool, useQuantityOffer } from './use-quantity-offer.ts';

const { quote: copy } = enquiryCopy;
const TOOL_NAMES_ID = 'tool-names';

interface QuoteFormProps {
  result: FormResult | undefined;
  /** The tool whose page led here. */
  tool: QuoteTool | null;
  /** The initial text of the product field. */
  product: string;
  /** Suggestions for the product field. */
  toolNames: readonly string[];
  draft: string;
  prefill: Readonly<Record<string, string>>;
}

/** The quote form. It says what can be ordered right away, and accepts any quantity. */
export function QuoteForm({ result, tool, product, toolNames, draft, prefill }: QuoteFormProps) {
  return (
    <ActionForm result={result} draft={draft} prefill={prefill} submit={copy.submit}>
      {(field) => (
        <>
          <TextField
            label={copy.product}
            hint={copy.productHint}
            list={TOOL_NAMES_ID}
            autoComplete="off"
            required
            maxLength={MAX_LENGTH.product}
            {...withDefault(product, field('product'))}
          />
          <datalist id={TOOL_NAMES_ID}>
            {toolNames.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <TextField
            label={copy.quantity}
            hint={copy.quantityHint}
            inputMode="numeric"
            autoComplete="off"
            required
            maxLength={12}
            className="figures sm:max-w-48"
            {...field('quantity')}
          />
          <TypedOffer tool={tool} toolNames={toolNames} />
          <TextArea
            label={copy.message}
            hint={copy.messageHint}
            required
            maxLength={MAX_LENGTH.message}
            {...field('message')}
          />
          <SenderFields field={field} />
          <TextField
            label={copy.company}
            autoComplete="organization"
            maxLength={MAX_LENGTH.company}
            {...field('company')}
          />
          <PrivacyNote />
        </>
      )}
    </ActionForm>
  );
}

/**
 * What can be ordered of the typed product. Without script, it is about the smallest order; the page after the form
 * says more.
 */
function TypedOffer({ tool, toolNames }: Pick<QuoteFormProps, 'tool' | 'toolNames'>) {
  const element = useRef<HTMLDivElement>(null);
  const offer = useQuantityOffer(element, tool, toolNames);
  return (
    <div ref={element} role="status" className={offer ? '' : '-mt-6'}>
      {offer && (
        <QuantityOfferBox offer={offer}>
          {offer === tool?.smallest && offer.orderable
            ? copy.offer.smallest
            : offer.orderable
              ? copy.offer.orderable
              : copy.offer.other(offer.quantity)}
        </QuantityOfferBox>
      )}
    </div>
  );
}

function withDefault(value: string, field: ActionField): ActionField {
  return { ...field, defaultValue: field.defaultValue ?? value };
}
