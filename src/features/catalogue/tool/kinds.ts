// Apart from the rules, which public pages need not load.

/** How another tool is related to this one, in the order of its page. */
export const RELATION_KINDS = ['replaced_by', 'fits', 'spare', 'accessory'] as const;

export type RelationKind = (typeof RELATION_KINDS)[number];

export interface ToolRelation {
  kind: RelationKind;
  toolId: string;
}

/** What a document of a tool is, in the order of its page. */
export const DOCUMENT_KINDS = ['datasheet', 'certificate', 'safety_sheet'] as const;

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** A document as the row of its tool carries it. Its file is apart, since it is large. */
export interface ToolDocument {
  kind: DocumentKind;
  title: string;
  fileId: string;
  /** Size of the file. */
  bytes: number;
}
