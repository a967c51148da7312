import type { ManagedCategory } from './contract.ts';

/** What a link to a category shows. */
export interface LinkedCategory {
  name: string;
  slug: string;
  tools: number;
  /** There are more tools than `tools`. */
  more: boolean;
}

export function toLinkedCategory({ name, slug, tools, toolsAtLeast }: ManagedCategory): LinkedCategory {
  return { name, slug, tools, more: toolsAtLeast };
}
