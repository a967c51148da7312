import { createServer } from 'node:http';

/** The baseline: a bare `node:http` server that responds to every request with the same bytes. */
process.on('message', ({ body, type }: { body: string; type: string }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
  });
});
process.on('disconnect', () => process.exit(0));
