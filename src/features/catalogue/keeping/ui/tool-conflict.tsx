import { useEffect, useRef } from 'react';
import { Button } from '#src/shared/ui/button.tsx';
import { catalogueCopy } from '../copy.ts';
import type { ToolFormInput } from './tool-form.ts';

const { conflict: copy } = catalogueCopy.edit;

/** A field that two admins changed, as each of them typed it. */
export interface ToolDifference {
  name: keyof ToolFormInput;
  yours: ToolFormInput[keyof ToolFormInput];
  theirs: ToolFormInput[keyof ToolFormInput];
}

/** Shows side by side what two admins changed at the same time. */
export function ToolConflict({
  differences,
  onTake,
}: {
  differences: readonly ToolDifference[];
  onTake: (difference: ToolDifference) => void;
}) {
  const section = useRef<HTMLElement>(null);
  // On a phone, the pressed button is far below this message.
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={copy.title}
      className="grid scroll-mt-6 gap-4 border border-bad bg-sheet px-4 py-4"
    >
      <h2 className="font-semibold">{copy.title}</h2>
      <p className="text-fine">{copy.text}</p>
      {differences.map((difference) => {
        const label = catalogueCopy.formLabels[difference.name];
        return (
          <div key={difference.name} className="grid gap-x-6 gap-y-2 border-line border-t pt-3 sm:grid-cols-2">
            <h3 className="font-semibold sm:col-span-2">{label}</h3>
            <Version title={copy.yours} value={difference.yours} />
            <Version title={copy.theirs} value={difference.theirs} />
            <Button
              variant="secondary"
              className="justify-self-start sm:col-start-2"
              aria-label={copy.takeLabel(label)}
              onClick={() => onTake(difference)}
            >
              {copy.take}
            </Button>
          </div>
        );
      })}
    </section>
  );
}

function Version({ title, value }: { title: string; value: ToolDifference['yours'] }) {
  return (
    <div className="min-w-0">
      <p className="text-fine text-muted">{title}</p>
      <p className="whitespace-pre-line wrap-anywhere">{toText(value)}</p>
    </div>
  );
}

function toText(value: ToolDifference['yours']): string {
  if (typeof value === 'string') return value || '–';
  const rows = value.filter(({ quantity }) => quantity !== '');
  return rows.map(({ quantity, unitPrice }) => `${quantity}: $${unitPrice}`).join('\n') || '–';
}
