import { execFileSync, spawnSync } from 'node:child_process';

const BRIDGE = 'cluster';
const PREFIX = 'cluster-';
/** node_modules has another program of this name. */
const NFT = '/usr/sbin/nft';

const ip = (...args: readonly string[]) => execFileSync('ip', args);

const toNamespace = (machine: string) => PREFIX + machine;
/** The end of a machine's cable at the bridge. Names of devices have at most 15 characters. */
const toDevice = (machine: string) => `${machine}-veth`;

/** The command that runs a program on a machine. */
export const enterMachine = (machine: string): readonly string[] => [
  'nsenter',
  `--net=/run/netns/${toNamespace(machine)}`,
  '--',
];

/** Connects machines, each a network namespace, to each other and to the test, which has `own` as its address. */
export function connect(machines: readonly { name: string; address: string }[], own: string): void {
  disconnect(machines);
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('address', 'add', `${own}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  for (const { name, address } of machines) {
    const namespace = toNamespace(name);
    ip('netns', 'add', namespace);
    ip('link', 'add', toDevice(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('link', 'set', toDevice(name), 'master', BRIDGE, 'up');
    ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) ip('-n', namespace, 'link', 'set', device, 'up');
  }
}

/** Removes what this or an interrupted run has left. */
export function disconnect(machines: readonly { name: string }[]): void {
  // Most of it does not exist.
  for (const { name } of machines) {
    spawnSync('ip', ['netns', 'delete', toNamespace(name)]);
    spawnSync('ip', ['link', 'delete', toDevice(name)]);
  }
  spawnSync('ip', ['link', 'delete', BRIDGE]);
}

/** Drops some or all packets from and to a machine, in silence. */
export function dropPackets(machine: string, percent: number): void {
  const drop = percent < 100 ? `numgen random mod 100 < ${percent} drop` : 'drop';
  const toRules = (device: string) =>
    `table netdev ${BRIDGE} {\n chain arriving {\n type filter hook ingress device ${device} priority 0\n ${drop}\n }\n}\n`;
  execFileSync(NFT, ['-f', '-'], { input: toRules(toDevice(machine)) });
  const [command = '', ...args] = enterMachine(machine);
  execFileSync(command, [...args, NFT, '-f', '-'], { input: toRules('eth0') });
}

export function restorePackets(machine: string): void {
  execFileSync(NFT, ['delete', 'table', 'netdev', BRIDGE]);
  const [command = '', ...args] = enterMachine(machine);
  execFileSync(command, [...args, NFT, 'delete', 'table', 'netdev', BRIDGE]);
}
