import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createMeasuredGauge } from './measured-gauge.server.ts';

const describeValue = (registry: Registry) =>
  registry.metrics().then((text) => text.split('\n').filter((line) => line && !line.startsWith('#')));

test('a measurement is shown for a minute, and replaces the one before', async () => {
  const registry = new Registry();
  let now = 1_000_000;
  const gauge = createMeasuredGauge(registry, { name: 'due', help: 'Due.', labelNames: ['queue'] }, () => now);
  expect(await describeValue(registry)).toEqual([]);
  gauge.record([
    { labels: { queue: 'mail' }, value: 3 },
    { labels: { queue: 'gone' }, value: 1 },
  ]);
  gauge.record([{ labels: { queue: 'mail' }, value: 4 }]);
  expect(await describeValue(registry)).toEqual(['due{queue="mail"} 4']);
  now += 60_000;
  expect(await describeValue(registry)).toEqual(['due{queue="mail"} 4']);
  now += 1;
  expect(await describeValue(registry)).toEqual([]);
});

test('without labels, too, nothing measured means no value rather than 0', async () => {
  const registry = new Registry();
  const gauge = createMeasuredGauge(registry, { name: 'free', help: 'Free.' });
  expect(await describeValue(registry)).toEqual([]);
  gauge.record([{ value: 0 }]);
  expect(await describeValue(registry)).toEqual(['free 0']);
});
