import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { toSocketAddress } from './database-url.ts';

/**
 * Before: the statements ran, but the commit does not reach the database. After: the database's response to the commit
 * does not reach the shop.
 */
export type Side = 'before' | 'after';

export interface CommitRule {
  /** Matches transactions that write and whose statements or values contain one of these. */
  about: readonly string[];
  /** Transactions that write only these tables do not match. */
  ignored?: readonly string[];
  side: Side;
  /** Which of the matching commits to hold, from 1. */
  nth: number;
}

export interface HeldCommit {
  /** The tables that the held transaction writes, in order. Null until a commit is held. */
  readonly writes: string[] | null;
}

/** A proxy between a shop and its database that holds the commits that a test chooses. */
export interface CommitGate {
  /** The address of the database through the gate. */
  url: string;
  hold(rule: CommitRule): HeldCommit;
  /**
   * Removes all rules and closes all connections, as the end of the shop does. Resolves when the database has noticed.
   */
  cut(): Promise<void>;
  close(): Promise<void>;
}

interface Rule extends CommitRule {
  seen: number;
  writes: string[] | null;
}

/** A commit that is held. */
interface Stop {
  rule: Rule;
  writes: string[];
}

const WRITES =
  /\b(?:insert into|delete from|(?<!for |for no key |do )update)\s+((?:"?[a-z_]+"?\.)?"?[a-z_]+"?)|\b(create_purchases_of_orders)\(/gi;

const listWrites = (text: string) => [
  ...new Set(Array.from(text.matchAll(WRITES), (match) => (match[1] ?? match[2] ?? '').replaceAll('"', ''))),
];

/** Opens a gate in front of the database at a PostgreSQL URL. */
export async function openCommitGate(url: string): Promise<CommitGate> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const target = toSocketAddress({ host, port });
  let rules: Rule[] = [];
  const open = new Set<{ client: Socket; server: Socket }>();

  /** Finds a rule that matches the transaction with these statements and values. */
  function findStop(text: string): Stop | null {
    const writes = listWrites(text);
    if (writes.length === 0) return null;
    const named = rules.filter(
      ({ about, ignored = [] }) =>
        about.some((word) => text.includes(word)) && writes.some((table) => !ignored.includes(table)),
    );
    const rule = named.find((one) => ++one.seen === one.nth);
    return rule ? { rule, writes } : null;
  }

  const gate = createServer((client) => {
    const server = connect(target);
    const pair = { client, server };
    open.add(pair);
    let text = '';
    let isIdle = true;
    let held: Stop | null = null;
    const statements = new Map<string, string>();

    const report = () => {
      if (held) held.rule.writes = held.writes;
    };
    /** Finds the rule that stops this frame if the frame ends a transaction. */
    function findHeld(type: string, body: Buffer): Stop | null {
      const said = body.toString('latin1');
      if (type === 'P') statements.set(said.slice(0, said.indexOf('\0')), said);
      if (type === 'B') text += statements.get(said.split('\0')[1] ?? '') ?? '';
      if ('PBQ'.includes(type)) text += said;
      const ends = type === 'Q' ? /^commit/i.test(said) || isIdle : type === 'S' && isIdle;
      return ends ? findStop(text) : null;
    }

    let asked = Buffer.alloc(0);
    let isStarted = false;
    client.on('data', (chunk: Buffer) => {
      if (held) return;
      asked = Buffer.concat([asked, chunk]);
      for (;;) {
        const at = isStarted ? 1 : 0;
        if (asked.length < at + 4) return;
        const end = at + asked.readUInt32BE(at);
        if (asked.length < end) return;
        const frame = asked.subarray(0, end);
        asked = asked.subarray(end);
        const stop = isStarted ? findHeld(String.fromCharCode(frame[0] ?? 0), frame.subarray(5)) : null;
        isStarted = true;
        held = stop;
        if (stop?.rule.side === 'before') return report();
        server.write(frame);
        if (stop) return;
      }
    });
    let answered = Buffer.alloc(0);
    server.on('data', (chunk: Buffer) => {
      answered = Buffer.concat([answered, chunk]);
      while (answered.length >= 5 && answered.length > answered.readUInt32BE(1)) {
        const end = 1 + answered.readUInt32BE(1);
        const isReady = answered[0] === 0x5a;
        isIdle = isReady ? answered[5] === 0x49 : isIdle;
        if (isReady && isIdle) {
          if (held) report();
          text = '';
        }
        answered = answered.subarray(end);
      }
      if (!held) client.write(chunk);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.end());
    }
    server.on('close', () => open.delete(pair));
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const address = gate.address();
  const gatePort = typeof address === 'object' && address ? address.port : 0;

  async function cut(): Promise<void> {
    rules = [];
    await Promise.all(
      [...open].map(({ client, server }) => {
        const closed = once(server, 'close');
        client.destroy();
        server.end();
        return closed;
      }),
    );
  }
  return {
    url: `postgres://${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}@127.0.0.1:${gatePort}/${database}`,
    hold(rule) {
      const kept: Rule = { ...rule, seen: 0, writes: null };
      rules.push(kept);
      return kept;
    },
    cut,
    async close() {
      await cut();
      gate.close();
    },
  };
}
