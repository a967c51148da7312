import type { ToolDocument } from './kinds.ts';

/** The path of a document's file, with a name that says what was saved. */
export function toDocumentPath({ fileId, title }: Pick<ToolDocument, 'fileId' | 'title'>): string {
  const name = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `/documents/${fileId}/${name || 'document'}.pdf`;
}
