import { inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { ToolDocument, ToolRelation } from '../tool/kinds.ts';
import { documentFiles, tools } from '../tool/tables.server.ts';
import type { SentFields } from './tool-changes.ts';

/** What the sent fields refer to, as the tool's row stores it. */
interface References {
  documents?: ToolDocument[];
  relations?: ToolRelation[];
}

/**
 * Finds the files and tools that the sent fields name; `id` is the tool's own. Fails at the field that names something
 * that does not exist. The files cannot be deleted until the transaction ends.
 */
export async function resolveReferences(
  tx: Queryable,
  { documents, relations }: Pick<SentFields, 'documents' | 'relations'>,
  id: string,
): Promise<Outcome<References>> {
  const files = await findFiles(tx, documents ?? []);
  const missing = documents?.find(({ fileId }) => !files.has(fileId));
  if (missing)
    return fail('invalid', {
      fields: { documents: `The file for “${missing.title}” is no longer available. Please upload it again.` },
    });
  const related = await findRelated(tx, relations ?? [], id);
  if (!related.ok) return related;
  return ok({
    ...(documents
      ? { documents: documents.map((document) => ({ ...document, bytes: files.get(document.fileId) ?? 0 })) }
      : {}),
    ...(relations ? { relations: related.value } : {}),
  });
}

/** The size of each of these files that exists. */
async function findFiles(tx: Queryable, documents: { fileId: string }[]): Promise<Map<string, number>> {
  if (documents.length === 0) return new Map();
  const ids = documents.map(({ fileId }) => fileId);
  const rows = await tx
    .select({ id: documentFiles.id, bytes: documentFiles.bytes })
    .from(documentFiles)
    .where(inArray(documentFiles.id, ids))
    .for('key share');
  return new Map(rows.map((row) => [row.id, row.bytes]));
}

async function findRelated(
  tx: Queryable,
  relations: NonNullable<SentFields['relations']>,
  id: string,
): Promise<Outcome<ToolRelation[]>> {
  const refuse = (sentence: string) => fail('invalid', { fields: { relations: sentence } });
  const [ids, skus] = [
    relations.flatMap((relation) => ('toolId' in relation ? [relation.toolId] : [])),
    relations.flatMap((relation) => ('sku' in relation ? [relation.sku.toLowerCase()] : [])),
  ];
  const rows =
    relations.length > 0
      ? await tx
          .select({ id: tools.id, sku: sql<string>`lower(${tools.sku})` })
          .from(tools)
          .where(or(inArray(tools.id, ids), inArray(sql`lower(${tools.sku})`, skus)))
      : [];
  const known = new Map(rows.flatMap((row) => [[row.id, row.id] as const, [`sku ${row.sku}`, row.id] as const]));
  const found: ToolRelation[] = [];
  for (const relation of relations) {
    const toolId = known.get('toolId' in relation ? relation.toolId : `sku ${relation.sku.toLowerCase()}`);
    if (!toolId)
      return refuse(
        'sku' in relation
          ? `No tool has the SKU ${relation.sku}. Please check it.`
          : 'One of these tools does not exist. Please check them.',
      );
    if (toolId === id) return refuse('A tool cannot be related to itself. Please name another one.');
    if (found.some((other) => other.kind === relation.kind && other.toolId === toolId))
      return refuse('This tool is listed twice. Please list it only once.');
    found.push({ kind: relation.kind, toolId });
  }
  return ok(found);
}
