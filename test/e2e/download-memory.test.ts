import { readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, launcher, removeFolder, runProgram } from './program.ts';

const size = 300_000_000;
const piece = Buffer.alloc(1_000_000, 'a');

function pour(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': size,
  });
  let left = size / piece.length;
  const go = () => {
    while (left > 0) {
      left -= 1;
      if (!response.write(piece)) return;
    }
    response.end();
    response.off('drain', go);
  };
  response.on('drain', go);
  go();
}

test('a file of 300 MB is written with little memory', async () => {
  const folder = createFolder();
  const server = createServer((_request, response) => pour(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const peak = join(folder, 'peak');
  try {
    const { status, stderr } = await runProgram(['api', 'GET', '/v1/file', '-O', 'big'], {
      program: [
        process.execPath,
        '--max-old-space-size=64',
        '--require',
        resolve('test/bench/export/measured.cjs'),
        launcher,
      ],
      cwd: folder,
      env: {
        COSTCTL_BASE_URL: `http://127.0.0.1:${port}`,
        COSTCTL_TOKEN: 'tok_download',
        MEASURED_FILE: peak,
      },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(statSync(join(folder, 'big')).size).toBe(size);
    expect(JSON.parse(readFileSync(peak, 'utf8')).memory).toBeLessThan(200);
  } finally {
    server.close();
    removeFolder(folder);
  }
});
