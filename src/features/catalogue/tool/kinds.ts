// Separate from the rules, which public pages don't need to load.

/** How another tool is related to this one, in the order in which the page shows them. */
export const RELATION_KINDS = ['replaced_by', 'fits', 'spare', 'accessory'] as const;

export type RelationKind = (typeof RELATION_KINDS)[number];

export interface ToolRelation {
  kind: RelationKind;
  toolId: string;
}

/** The kinds of a tool's documents, in the order in which the page shows them. */
export const DOCUMENT_KINDS = ['datasheet', 'certificate', 'safety_sheet'] as const;

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** A document as the row of its tool stores it. Its file is stored separately, since it is large. */
export interface ToolDocument {
  kind: DocumentKind;
  title: string;
  fileId: string;
  /** In bytes. */
  bytes: number;
}
