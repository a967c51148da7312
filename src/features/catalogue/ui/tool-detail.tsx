import type { ReactNode } from 'react';
import { site } from '#src/shared/site-messages.ts';
import { Picture } from '#src/shared/ui/picture.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import type { Tool } from '../contract.ts';

/** A tool with its drawing large and its figures; `children` is what can be done with it. */
export function ToolDetail({ tool, children }: { tool: Tool; children: ReactNode }) {
  return (
    <article className="frame grid gap-x-12 gap-y-8 pt-6 pb-20 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:pt-12">
      <div className="self-start border border-line lg:sticky lg:top-6">
        <Picture
          src={tool.picture}
          alt={`Drawing of ${tool.itemName}`}
          sizes="(min-width: 64rem) 55vw, 100vw"
          priority
          className="mx-auto max-h-[38dvh] w-full object-contain lg:max-h-[80dvh]"
        />
      </div>
      <div className="grid content-start gap-8">
        <header className="grid gap-4 border-b border-ink pb-6">
          <h1 className="text-head font-bold tracking-tight wrap-anywhere">{tool.itemName}</h1>
          <p className="max-w-prose whitespace-pre-line text-lead text-muted wrap-anywhere">{tool.about}</p>
        </header>
        <dl>
          <Figure name="Unit price">
            <Price amount={tool.balance} unit="per piece" />
          </Figure>
          <Figure name="Minimum order">{tool.minOrderQuantity} pcs</Figure>
          <Figure name={site.tool.stock}>
            {tool.quantity >= tool.minOrderQuantity ? (
              `${tool.quantity} pcs`
            ) : (
              <span className="font-sans font-semibold text-bad tracking-normal">{site.tool.out}</span>
            )}
          </Figure>
        </dl>
        {children}
      </div>
    </article>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 border-line border-b py-2">
      <dt>{name}</dt>
      <dd className="figures text-right">{children}</dd>
    </div>
  );
}
