import pg from 'pg';
import { vi } from 'vitest';

/** A node of a plan in the format of EXPLAIN (FORMAT JSON). */
export interface PlanNode {
  'Node Type': string;
  'Plan Rows': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

interface Statement {
  text: string;
  values: unknown[];
}

const SETTINGS = /^select set_config\(/;

/** Runs `work` and returns the statements that it ran on any connection. */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const spied = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return (spied.mock.calls as unknown[][]).flatMap(([statement, values]) =>
      typeof statement === 'object' && statement !== null && 'text' in statement
        ? [{ text: String(statement.text), values: Array.isArray(values) ? values : [] }]
        : [],
    );
  } finally {
    spied.mockRestore();
  }
}

/** Returns the plans of the statements that read, with the planner settings that they ran with. */
export async function explainAll(pool: pg.Pool, statements: readonly Statement[]): Promise<PlanNode[]> {
  const client = await pool.connect();
  const plans: PlanNode[] = [];
  try {
    await client.query('begin');
    for (const { text, values } of statements) {
      if (SETTINGS.test(text)) await client.query(text, values);
      else if (/^\s*(select|with)\b/i.test(text) && !text.includes('access_tokens')) {
        const { rows } = await client.query(`explain (format json) ${text}`, values);
        plans.push(rows[0]['QUERY PLAN'][0].Plan);
      }
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return plans;
}

/** Returns a node and all nodes below it. */
export function listNodes(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listNodes)];
}

/** Returns what is wrong with the plan of a list: it reads a whole growing table, or sorts more than a page needs. */
export function listFaults(plan: PlanNode, growing: ReadonlySet<string>, maxSorted: number): string[] {
  return listNodes(plan).flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table = '', 'Plan Rows': rows } = node;
    if (type === 'Seq Scan' && growing.has(table)) return [`reads all of ${table}`];
    const [input] = node.Plans ?? [];
    if (type === 'Sort' && (input?.['Plan Rows'] ?? rows) > maxSorted) return [`sorts ${input?.['Plan Rows']} rows`];
    return [];
  });
}
