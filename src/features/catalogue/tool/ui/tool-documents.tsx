import { formatBytes } from '#src/shared/format-bytes.ts';
import { Section } from '#src/shared/ui/page.tsx';
import type { Tool } from '../contract.ts';
import { toolCopy } from '../copy.ts';
import { DOCUMENT_KINDS } from '../kinds.ts';

const { documents: copy } = toolCopy;

/** Links that save the documents of a tool. Renders nothing if it has none. */
export function ToolDocuments({ documents }: { documents: Tool['documents'] }) {
  if (documents.length === 0) return null;
  const sorted = DOCUMENT_KINDS.flatMap((kind) => documents.filter((document) => document.kind === kind));
  return (
    <Section title={copy.title}>
      <ul>
        {sorted.map(({ fileId, kind, title, bytes, url }) => (
          <li key={fileId} className="flex items-center justify-between gap-6 border-line border-b">
            <a
              href={url}
              download
              className="inline-flex min-h-11 min-w-0 items-center py-2 underline underline-offset-4 wrap-anywhere"
            >
              {title}
            </a>
            <span className="shrink-0 text-right text-fine text-muted">
              {copy.kinds[kind]}, PDF, {formatBytes(bytes)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
