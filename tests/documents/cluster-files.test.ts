import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ENV_KEYS } from '#src/platform/env/env.server.ts';
import { SESSION_LIMITS } from '#src/platform/session-limits.server.ts';
import { fillIn, NODES, readVariables, SHOPS, writeFilledIn } from '#tests/cluster/topology.ts';
import { makeScratchDir } from '#tests/support/scratch-dir.ts';

const FOLDER = 'deploy/cluster';
const [node] = NODES;
const [shop] = SHOPS;
const ownOfNode = { NAME: node.name, ADDRESS: node.address, FOLDER: '/var/lib/postgresql/shop' };
const ownOfShop = { SHOP: shop.address };

const patroni = parse(fillIn('patroni.yml', ownOfNode));
const etcd = readVariables('etcd.env', ownOfNode);
const variables = readVariables('shop.env', ownOfShop);
const databaseProxy = fillIn('haproxy-database.cfg', ownOfShop);
const balancer = fillIn('haproxy-shops.cfg', {});
const { dcs } = patroni.bootstrap;

test('the document names each file of the cluster, and no other', () => {
  const document = readFileSync('docs/operations/many-machines.md', 'utf8');
  const named = [...document.matchAll(/`deploy\/cluster\/([^`]+)`/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(readdirSync(FOLDER).sort());
});

describe('each part finds the next one', () => {
  test('HAProxy finds the shops, and asks for what they serve', () => {
    for (const { address } of SHOPS) expect(balancer).toContain(`${address}:${variables.PORT}`);
    const paths = [...balancer.matchAll(/httpchk GET (\S+)/g)].map(([, path]) => path);
    expect(paths).toEqual(['/readyz', '/readyz/read', '/healthz']);
  });

  test('the shop finds HAProxy, which finds PostgreSQL and asks Patroni', () => {
    expect(databaseProxy).toContain(`bind ${new URL(variables.DATABASE_URL ?? '').host} `);
    const [, port] = patroni.postgresql.listen.split(':');
    for (const { name, address } of NODES) expect(databaseProxy).toContain(`server ${name} ${address}:${port}\n`);
    expect(databaseProxy).toContain(`check port ${patroni.restapi.listen.split(':')[1]} `);
  });

  test('the address of replicas leads to the standbys by HAProxy', () => {
    const replicas = databaseProxy.slice(databaseProxy.indexOf('listen replicas'));
    expect(replicas).toContain(`bind ${new URL(variables.DATABASE_REPLICA_URL ?? '').host} `);
    expect(replicas).toContain('httpchk GET /replica?lag=');
    for (const { name, address } of NODES) expect(replicas).toContain(`server ${name} ${address}:`);
  });

  test('Patroni finds etcd, by the API that etcd serves', () => {
    expect(patroni.etcd3).toBeUndefined();
    expect(etcd.ETCD_ENABLE_V2).toBe('true');
    expect(patroni.etcd.hosts.split(',')).toEqual(NODES.map(({ address }) => `${address}:2379`));
    expect(etcd.ETCD_LISTEN_CLIENT_URLS).toBe(`http://${node.address}:2379`);
  });
});

describe('the values fit each other', () => {
  test('the shop knows its settings, and serves longer than the balancer takes to notice that it stops', () => {
    expect(Object.keys(variables).filter((key) => !ENV_KEYS.includes(key))).toEqual([]);
    const [, inter, fall] = /inter (\d+)s fall (\d+)/.exec(balancer) ?? [];
    expect(Number(variables.SHUTDOWN_DELAY)).toBeGreaterThan(Number(inter) * Number(fall));
  });

  test('a lock outlives one loop with its retries', () => {
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
  });

  test('a standby that hangs is replaced before a waiting commit is confirmed without it', () => {
    const noticed = Number.parseInt(dcs.postgresql.parameters.wal_sender_timeout, 10) + 2 * dcs.loop_wait;
    expect(noticed * 1_000).toBeLessThan(SESSION_LIMITS.statement_timeout);
  });

  test('what is confirmed is on two servers', () => {
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true, primary_start_timeout: 0 });
    expect(databaseProxy).toContain('on-marked-down shutdown-sessions');
  });
});

test.for(['haproxy-database.cfg', 'haproxy-shops.cfg'])('HAProxy accepts %s', (file, { skip }) => {
  if (spawnSync('haproxy', ['-v']).status !== 0) return skip('there is no HAProxy');
  const folder = makeScratchDir('haproxy-');
  const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-q', '-f', writeFilledIn(file, ownOfShop, folder)], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});
