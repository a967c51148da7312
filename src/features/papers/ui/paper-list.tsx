import { useState } from 'react';
import type { ApiResult } from '#src/shared/api-client.ts';
import { saveFile } from '#src/shared/save-file.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { DateOnly } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { LoadError } from '#src/shared/ui/page.tsx';
import { paperCopy } from '../copy.ts';

/** A paper that was issued, or that is created at each request. */
export interface ListedPaper {
  kind: keyof typeof paperCopy.titles;
  number: string;
  issuedAt: string | null;
  path: string;
}

const { list: copy } = paperCopy;

/** The papers of a purchase, each with its number and a button that saves it. */
export function PaperList({ papers, onRetry }: { papers: ApiResult<ListedPaper[]>; onRetry: () => void }) {
  const [saving, setSaving] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  if (!papers.ok) return <LoadError title={copy.failed} text={papers.problem.detail} onRetry={onRetry} />;
  if (papers.value.length === 0) return <p className="pt-4 text-muted">{copy.none}</p>;
  return (
    <div className="grid gap-3">
      <FormError>{error}</FormError>
      <ul>
        {papers.value.map(({ kind, number, issuedAt, path }) => (
          <li key={path} className="flex items-center justify-between gap-x-4 border-line border-b py-2">
            <p className="min-w-0">
              <span className="font-semibold">{paperCopy.titles[kind]}</span>{' '}
              <span className="block text-fine text-muted">
                <span className="figures">{number}</span>
                {issuedAt && (
                  <>
                    , <DateOnly at={issuedAt} />
                  </>
                )}
              </span>
            </p>
            <Button
              variant="secondary"
              pending={saving === path}
              aria-label={copy.save(paperCopy.titles[kind], number)}
              onClick={async () => {
                if (saving) return;
                setSaving(path);
                setError(null);
                setError((await saveFile(path))?.detail ?? null);
                setSaving(null);
              }}
            >
              {copy.pdf}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
