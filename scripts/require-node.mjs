// @ts-check
// Every script imports this first, so that users of an old Node get a clear message before newer syntax fails.

if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`Ironmonger needs Node 20 or newer, and this is Node ${process.versions.node}. See https://nodejs.org`);
  process.exit(1);
}
