import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { ENV_KEYS } from '#src/platform/env/env.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

const read = (path: string) => readFileSync(path, 'utf8');

const composeSchema = z.strictObject({
  services: z.strictObject({
    shop: z.object({
      build: z.strictObject({ context: z.literal('../..'), dockerfile: z.string() }),
      stop_grace_period: z.string().regex(/^\d+s$/),
      ports: z.array(z.string()),
      environment: z.record(z.string(), z.string()),
      read_only: z.literal(true),
      tmpfs: z.array(z.string()),
      volumes: z.tuple([z.string()]),
      cap_drop: z.tuple([z.literal('ALL')]),
    }),
  }),
  volumes: z.record(z.string(), z.null()),
});

const probeSchema = z.object({ httpGet: z.strictObject({ path: z.string(), port: z.literal('http') }) });
const workloadSchema = z.object({
  kind: z.literal('StatefulSet'),
  spec: z.object({
    replicas: z.literal(1),
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.int(),
        securityContext: z.object({
          runAsNonRoot: z.literal(true),
          runAsUser: z.int(),
          fsGroup: z.int(),
          fsGroupChangePolicy: z.literal('OnRootMismatch'),
        }),
        containers: z.tuple([
          z.object({
            ports: z.tuple([z.strictObject({ name: z.literal('http'), containerPort: z.int() })]),
            env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
            startupProbe: probeSchema,
            livenessProbe: probeSchema,
            readinessProbe: probeSchema,
            securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
            volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(z.object({ name: z.string() })),
      }),
    }),
    volumeClaimTemplates: z.array(z.object({ metadata: z.object({ name: z.string() }) })),
  }),
});

const image = read('deploy/container/Containerfile')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split(/ (.*)/s, 2) as [string, string]);
const getAll = (instruction: string) => image.filter(([name]) => name === instruction).map(([, value]) => value);
const { services, volumes } = composeSchema.parse(parse(read('deploy/container/compose.yaml')));
const [service, workload] = parseAllDocuments(read('deploy/kubernetes/ironmonger.yaml')).map((one) => one.toJS());
const pod = workloadSchema.parse(workload).spec.template.spec;
const [container] = pod.containers;
const podEnv = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
const imageEnv = Object.fromEntries(getAll('ENV').map((line) => line.split('=', 2)));
const defaultPort = Number(/^PORT=(\d+)$/m.exec(read('.env.example'))?.[1]);

test('the image runs a package as a user with a name, who owns the volume', () => {
  expect(getAll('COPY')).toEqual(['artifacts/package /opt/ironmonger']);
  expect(read('scripts/package.mjs')).toContain("join(root, 'artifacts', 'package')");
  expect(read('.dockerignore').trim().split('\n').slice(1)).toEqual(['*', '!artifacts/package']);
  const [user = ''] = getAll('USER');
  const [uid = ''] = user.split(':');
  const [run = ''] = getAll('RUN');
  expect(run).toContain(`ironmonger:x:${uid}:${uid}:`);
  const [volume = ''] = getAll('VOLUME');
  expect(run).toContain(`-o ${uid} -g ${uid} ${volume}`);
  expect(imageEnv.DATA_DIR?.startsWith(`${volume}/`)).toBe(true);
  expect([pod.securityContext.runAsUser, pod.securityContext.fsGroup]).toEqual([Number(uid), Number(uid)]);
  expect(read('src/platform/postgres/drop-privileges.server.ts')).toContain(`(${uid} in its container image)`);
});

test('the image starts and checks the shop by commands that a package has', () => {
  const [entry] = getAll('ENTRYPOINT').map((list) => JSON.parse(list) as string[]);
  const [check = ''] = getAll('HEALTHCHECK');
  expect(check.slice(check.indexOf('[')).trim()).toBe(JSON.stringify([...(entry ?? []), 'health']).replace(',', ', '));
  expect(getAll('CMD')).toEqual(['["start"]']);
});

test('all files name the port of the shop, known keys, and a volume for its data', () => {
  const { ports, volumes: mounts, environment, build } = services.shop;
  expect(getAll('EXPOSE')).toEqual([String(defaultPort)]);
  expect(ports).toEqual([`127.0.0.1:${defaultPort}:${defaultPort}`]);
  expect(container.ports[0].containerPort).toBe(defaultPort);
  expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name);
  const keys = [...Object.keys(imageEnv), ...Object.keys(environment), ...Object.keys(podEnv)];
  expect(keys.filter((key) => !ENV_KEYS.includes(key))).toEqual([]);
  expect(build.dockerfile).toBe('deploy/container/Containerfile');
  const [volume = ''] = getAll('VOLUME');
  expect(mounts.map((mount) => mount.split(':'))).toEqual([[Object.keys(volumes)[0], volume]]);
  expect(container.volumeMounts.find(({ name }) => name === 'data')?.mountPath).toBe(volume);
  const claimed = workloadSchema.parse(workload).spec.volumeClaimTemplates.map(({ metadata }) => metadata);
  expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(
    [...pod.volumes, ...claimed].map(({ name }) => name).sort(),
  );
});

test('a shop gets longer to stop than it needs', () => {
  const { environment, stop_grace_period } = services.shop;
  expect(Number.parseInt(stop_grace_period, 10)).toBe(Number(environment.SHUTDOWN_DELAY) + 15);
  expect(pod.terminationGracePeriodSeconds).toBe(Number(podEnv.SHUTDOWN_DELAY) + 15);
});

describe('the probes', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await createTestShop();
  });
  afterAll(() => shop.close());

  test('ask for what the shop serves', async () => {
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    const paths = probes.map(({ httpGet }) => httpGet.path);
    expect(paths).toEqual(['/readyz', '/healthz', '/readyz/read']);
    for (const path of paths) expect([path, (await fetch(shop.origin + path)).status]).toEqual([path, 200]);
  });
});
