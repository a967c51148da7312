import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { QUEUES } from '#src/flows/queues/queues.server.ts';
import { ENV_KEYS } from '#src/platform/env/env.server.ts';
import { makeScratchDir } from '#tests/support/scratch-dir.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

const read = (path: string) => readFileSync(path, 'utf8');

const alertsSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.strictObject({ summary: z.string().endsWith('.'), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

const sourceSchema = z.strictObject({ type: z.literal('prometheus'), uid: z.string().startsWith('$') });
const gridSchema = z.strictObject({ h: z.int().min(1), w: z.int().min(1).max(24), x: z.int(), y: z.int() });
const panelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('row'), id: z.int(), title: z.string(), gridPos: gridSchema }),
  z.object({
    type: z.enum(['timeseries', 'stat']),
    id: z.int(),
    title: z.string(),
    gridPos: gridSchema,
    datasource: sourceSchema,
    fieldConfig: z.object({ defaults: z.object({ unit: z.string() }), overrides: z.array(z.unknown()) }),
    targets: z
      .array(z.object({ refId: z.string(), datasource: sourceSchema, expr: z.string(), legendFormat: z.string() }))
      .min(1),
  }),
]);
const dashboardSchema = z.object({
  title: z.string(),
  uid: z.string(),
  schemaVersion: z.int().min(36),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string(), query: z.string() })) }),
  panels: z.array(panelSchema),
});

const alerts = alertsSchema.parse(parse(read('deploy/prometheus/alerts.yml'))).groups.flatMap(({ rules }) => rules);
const dashboard = dashboardSchema.parse(JSON.parse(read('deploy/grafana/dashboard.json')));
const expressions = [
  ...alerts.map(({ alert, expr }) => ({ where: alert, expr })),
  ...dashboard.panels.flatMap((panel) =>
    panel.type === 'row' ? [] : panel.targets.map(({ expr }) => ({ where: panel.title, expr })),
  ),
];

/** Written by Prometheus itself. */
const OF_PROMETHEUS = ['up'];
const LABELS_OF_PROMETHEUS = ['job', 'instance'];
const OPERATORS = ['and', 'or', 'unless', 'bool', 'offset'];

/** The metrics that a PromQL expression names, each with the labels that it selects by. */
function listSelectors(expr: string): { metric: string; labels: string[] }[] {
  const bare = expr.replaceAll(/"[^"]*"/g, '""');
  const labelsAt = new Map<string, string[]>();
  const marked = bare
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/([a-z_]+)\{([^{}]*)\}/g, (_, metric: string, matchers: string) => {
      const labels = matchers.split(',').map((matcher) => matcher.split(/[=!]/, 1)[0] ?? '');
      labelsAt.set(metric, [...(labelsAt.get(metric) ?? []), ...labels]);
      return metric;
    })
    .replaceAll(/\b(?:by|without|on|ignoring) \([^()]*\)/g, '');
  const names = [...marked.matchAll(/[a-z_][a-z_0-9]*/g)].filter(
    ({ 0: name, index }) => !/^ *\(/.test(marked.slice(index + name.length)) && !OPERATORS.includes(name),
  );
  return names.map(({ 0: metric }) => ({ metric, labels: labelsAt.get(metric) ?? [] }));
}

/** The headings of a document, as the ends of addresses. */
const listAnchors = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'));

describe('rules and dashboard', () => {
  let shop: TestShop;
  /** The labels of each metric that a running shop exposes. */
  const exposed = new Map<string, string[]>();

  beforeAll(async () => {
    shop = await createTestShop({ settings: { metricsToken: 'metrics-token-for-tests' } });
    const headers = { authorization: 'Bearer metrics-token-for-tests' };
    const text = await (await fetch(`${shop.origin}/metrics`, { headers })).text();
    for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      const { labelNames = [] } = (shop.metrics.registry.getSingleMetric(name) ?? {}) as { labelNames?: string[] };
      for (const ending of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
        exposed.set(`${name}${ending}`, ending === '_bucket' ? [...labelNames, 'le'] : labelNames);
    }
  });
  afterAll(() => shop.close());

  test('name only metrics that the shop exposes, and select them by labels that they have', () => {
    const unknown = expressions.flatMap(({ where, expr }) =>
      listSelectors(expr).flatMap(({ metric, labels }) => {
        if (OF_PROMETHEUS.includes(metric)) return [];
        const known = exposed.get(metric);
        if (!known) return [`${where}: ${metric}`];
        return labels
          .filter((label) => ![...known, ...LABELS_OF_PROMETHEUS].includes(label))
          .map((label) => `${where}: ${metric}{${label}}`);
      }),
    );
    expect(unknown).toEqual([]);
    const named = new Set(expressions.flatMap(({ expr }) => listSelectors(expr).map(({ metric }) => metric)));
    expect(named.size).toBeGreaterThan(25);
  });

  test('find what an expression names', () => {
    expect(
      listSelectors(
        'histogram_quantile(0.9, sum by (le) (rate(a_bucket{route!~"[(]x{y",status="5.."}[5m]))) > 1 and b == 0',
      ),
    ).toEqual([
      { metric: 'a_bucket', labels: ['route', 'status'] },
      { metric: 'b', labels: [] },
    ]);
  });

  test('explain each metric in the documents', () => {
    const explained = read('docs/operations/monitoring.md');
    const ours = [...exposed.keys()].filter((name) =>
      /^(?:backup|database|queue|data_disk|dependency|ironmonger)_/.test(name),
    );
    expect(ours.filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
    expect(Object.keys(QUEUES).filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
  });

  test('each alert has a name of its own, and leads to a section of the faults', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    for (const { alert, annotations } of alerts) {
      const [path = '', anchor = ''] = annotations.runbook.split('#');
      expect([alert, existsSync(path) && listAnchors(path).includes(anchor)]).toEqual([alert, true]);
    }
  });

  test('the panels of the dashboard have ids of their own and do not overlap', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });
});

describe('the unit of systemd', () => {
  const unit = read('deploy/systemd/ironmonger.service');
  const lines = unit.split('\n').filter((line) => line && !line.startsWith('#'));
  const settings = lines.filter((line) => !line.startsWith('['));
  const get = (key: string) =>
    settings.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  const env = Object.fromEntries(get('Environment').map((line) => line.split('=', 2)));

  test('consists of sections and settings', () => {
    expect(lines.filter((line) => /^\[/.test(line))).toEqual(['[Unit]', '[Service]', '[Install]']);
    expect(settings.filter((line) => !/^[A-Z][A-Za-z]+=/.test(line))).toEqual([]);
  });

  test('is accepted by systemd', ({ skip }) => {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return skip('there is no systemd');
    const folder = makeScratchDir('unit-');
    const file = join(folder, 'ironmonger.service');
    // Where Node is differs from machine to machine.
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, '']);
  });

  test('starts a file that exists, sets known keys, and may write where the shop stores its data', () => {
    const [start = ''] = get('ExecStart');
    expect(existsSync(start.split(' ')[1] ?? '')).toBe(true);
    expect(Object.keys(env).filter((key) => key !== 'HOME' && !ENV_KEYS.includes(key))).toEqual([]);
    expect(env.DATA_DIR?.startsWith(`/var/lib/${get('StateDirectory')[0]}/`)).toBe(true);
  });

  test('asks for new workers by the signal that the shop takes for that', () => {
    expect(get('ExecReload')).toEqual(['/bin/kill -HUP $MAINPID']);
  });

  test('waits for longer than a shutdown takes', () => {
    expect(Number(get('TimeoutStopSec')[0])).toBe(Number(env.SHUTDOWN_DELAY) + 15);
  });
});

test('the document of backups names each file for pgBackRest, which agree on the name of the stanza', () => {
  const folder = 'deploy/pgbackrest';
  const named = [...read('docs/operations/backups.md').matchAll(/`deploy\/pgbackrest\/([^`]+)`/g)].map(
    ([, name]) => name,
  );
  expect([...new Set(named)].sort()).toEqual(readdirSync(folder).sort());
  const stanza = /^\[(?!global)(.+)\]$/m.exec(read(`${folder}/pgbackrest.conf`))?.[1];
  for (const file of [`${folder}/archive.conf`, `${folder}/cron`, 'docs/operations/backups.md']) {
    const stanzas = [...read(file).matchAll(/--stanza=(\S+)/g)].map(([, name]) => name);
    expect(new Set(stanzas), file).toEqual(new Set([stanza]));
  }
});
