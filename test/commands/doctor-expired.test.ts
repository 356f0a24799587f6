import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../e2e/program.ts';
import { createCertificate } from '../helpers/certificate.ts';
import { createFolder, testToken } from '../helpers/run.ts';

test('an expired certificate is not blamed on a missing certificate authority', async () => {
  const folder = createFolder();
  const pair = createCertificate({ host: 'localhost', startsIn: -60, days: 30 });
  writeFileSync(join(folder, 'cert'), pair.cert);
  const server = createServer(pair, (_, answer) => answer.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const { status, stdout } = await runProgram(['doctor', '-o', 'json'], {
      env: {
        HOME: folder,
        COSTCTL_BASE_URL: `https://localhost:${port}`,
        COSTCTL_TOKEN: testToken,
        NODE_EXTRA_CA_CERTS: join(folder, 'cert'),
      },
    });
    expect(status).toBe(11);
    expect(JSON.parse(stdout)).toContainEqual({
      check: 'TLS',
      status: 'fail',
      message: 'certificate has expired',
      hint: 'check the clock of this machine; if it is right, report it to the operators of the service',
    });
  } finally {
    server.close();
  }
});
