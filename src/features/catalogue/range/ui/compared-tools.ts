import { useSyncExternalStore } from 'react';
import { parseStored, readStored, writeStored } from '#src/shared/browser-storage.ts';
import { createListeners } from '#src/shared/listeners.ts';

export const MAX_COMPARED = 4;

/** A tool that somebody chose to compare. */
export interface ComparedTool {
  slug: string;
  name: string;
}

const KEY = 'comparedTools';
const NONE: ComparedTool[] = [];
const listeners = createListeners();
let current: ComparedTool[] | undefined;

function read(): ComparedTool[] {
  const stored = parseStored(readStored('session', KEY));
  return Array.isArray(stored) ? stored.filter(isComparedTool).slice(0, MAX_COMPARED) : NONE;
}

function isComparedTool(value: unknown): value is ComparedTool {
  const tool = value as Partial<ComparedTool> | null;
  return typeof tool?.slug === 'string' && /^[a-z0-9-]{1,80}$/.test(tool.slug) && typeof tool.name === 'string';
}

function write(tools: ComparedTool[]): void {
  current = tools;
  // If the browser stores nothing, the choice lasts until the page is left.
  writeStored('session', KEY, JSON.stringify(tools));
  listeners.notify();
}

/** The tools that somebody chose, until the window is closed. Empty in server HTML. */
export function useComparedTools(): ComparedTool[] {
  return useSyncExternalStore(
    listeners.subscribe,
    () => (current ??= read()),
    () => NONE,
  );
}

/** Adds a tool to the comparison, or removes it. False if no more can be compared. */
export function toggleCompared(tool: ComparedTool): boolean {
  const tools = current ?? read();
  const others = tools.filter(({ slug }) => slug !== tool.slug);
  if (others.length === tools.length && tools.length >= MAX_COMPARED) return false;
  write(others.length === tools.length ? [...tools, tool] : others);
  return true;
}

/** The address of the comparison. */
export function toComparePath(slugs: readonly string[]): string {
  return slugs.length > 0 ? `/compare?tools=${slugs.join(',')}` : '/compare';
}
