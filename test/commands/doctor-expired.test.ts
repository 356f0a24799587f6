import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../e2e/program.ts';
import { createFolder, testToken } from '../helpers/run.ts';

const authority = `[ca]
default_ca = own
[own]
database = issued/index
serial = issued/serial
new_certs_dir = issued
default_md = sha256
policy = names
x509_extensions = extensions
[names]
commonName = supplied
[extensions]
subjectAltName = DNS:localhost
basicConstraints = CA:true
`;

test('a certificate whose time is over is not cured by trusting further ones', async () => {
  const folder = createFolder();
  mkdirSync(join(folder, 'issued'));
  writeFileSync(join(folder, 'issued', 'index'), '');
  writeFileSync(join(folder, 'issued', 'serial'), '01');
  writeFileSync(join(folder, 'authority'), authority);
  const openssl = (words: string) =>
    execFileSync('openssl', words.split(' '), { cwd: folder, stdio: 'pipe' });
  openssl(
    'req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -keyout key -out asked',
  );
  openssl(
    'ca -batch -config authority -selfsign -keyfile key -in asked -out cert -notext -startdate 20200101000000Z -enddate 20200201000000Z',
  );
  const read = (name: string) => readFileSync(join(folder, name));
  const server = createServer({ key: read('key'), cert: read('cert') }, (_, answer) =>
    answer.end('{}'),
  );
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
      hint: 'check the clock of this machine; if it is right, tell those who run the service',
    });
  } finally {
    server.close();
  }
});
