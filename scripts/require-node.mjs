// @ts-check
// Imported first by every script, so that an old Node is told plainly before anything newer is used.

if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`Ironmonger needs Node 20 or newer, and this is Node ${process.versions.node}. See https://nodejs.org`);
  process.exit(1);
}
