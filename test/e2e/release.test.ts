import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { needs } from '../helpers/needs.ts';
import { createFolder, removeFolder } from './program.ts';

needs('python3', 'ldd', 'bash');

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = createFolder();
afterAll(() => removeFolder(folder));

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Runs a module of the build, which is JavaScript: the result is what it prints. */
function evaluate(module: string, code: string): Buffer {
  const script = `import * as module from ${JSON.stringify(pathToFileURL(module).href)};\n${code}`;
  const words = ['--input-type=module', '--eval', script];
  return execFileSync(process.execPath, words, { maxBuffer: 2 ** 28 });
}

const archives = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
  .map((target) => `costctl-${version}-${target}.tar.gz`)
  .concat(['win32-x64', 'win32-arm64'].map((target) => `costctl-${version}-${target}.zip`));

/** The files of a release; the archives hold nothing. */
function makeFiles(): string {
  const made = join(folder, 'made');
  mkdirSync(made, { recursive: true });
  for (const name of [...archives, `costctl-${version}.tgz`]) writeFileSync(join(made, name), name);
  execFileSync(process.execPath, ['build/release/run.js', 'files', made]);
  return made;
}

test('the formula, the manifests and SHA256SUMS name every archive with its hash', () => {
  const made = makeFiles();
  const sums = readFileSync(join(made, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  const files = readdirSync(made).filter((name) => name !== 'SHA256SUMS');
  expect(sums).toEqual(
    files.sort().map((name) => `${sha256(readFileSync(join(made, name)))}  ${name}`),
  );
  const formula = readFileSync(join(made, 'costctl.rb'), 'utf8');
  const installer = files.find((name) => name.endsWith('.installer.yaml')) ?? '';
  const manifest = readFileSync(join(made, installer), 'utf8');
  for (const name of archives) {
    const text = name.endsWith('.zip') ? manifest : formula;
    expect(text).toContain(`/releases/download/v${version}/${name}`);
    expect(text.toLowerCase()).toContain(sha256(name));
  }
  expect(parse(manifest)).toMatchObject({
    PackageVersion: version,
    InstallerType: 'zip',
    Installers: [{ Architecture: 'x64' }, { Architecture: 'arm64' }],
    ManifestType: 'installer',
  });
  // Twice the same.
  execFileSync(process.execPath, ['build/release/run.js', 'files', made]);
  expect(readFileSync(join(made, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')).toEqual(sums);
});

test('the bill of materials lists what THIRD-PARTY lists, each with its hash', () => {
  const code = `console.log(JSON.stringify(module.describeMaterials(${readFileSync('package.json', 'utf8')})))`;
  const bill = JSON.parse(evaluate('build/release/sbom.js', code).toString());
  const listed = [...readFileSync('THIRD-PARTY', 'utf8').matchAll(/^(\S+) (\d\S*) \(.+\)$/gm)];
  const named = bill.components.map(
    (one: { name: string; version: string }) => `${one.name} ${one.version}`,
  );
  expect(named.sort()).toEqual(listed.map(([, name, of]) => `${name} ${of}`).sort());
  for (const { hashes, purl, licenses } of bill.components) {
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    expect([purl, licenses]).toEqual([expect.stringMatching(/^pkg:npm\//), [expect.anything()]]);
  }
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
});

const files = `[{ path: 'costctl', bytes: Buffer.from('program'), mode: 0o755 },
  { path: 'docs/a b.md', bytes: Buffer.alloc(70_000, 'text ') }]`;

test('an archive is the same twice, and other programs read it', () => {
  const tar = `process.stdout.write(module.compress(module.writeTar(${files}, 1_700_000_000)))`;
  const zip = `process.stdout.write(module.writeZip(${files}))`;
  const python = `
import io, sys, tarfile, zipfile
tar = tarfile.open(sys.argv[1])
print(sorted((one.name, one.mode, one.mtime, one.size) for one in tar.getmembers() if one.isfile()))
archive = zipfile.ZipFile(sys.argv[2])
print(archive.testzip(), archive.namelist(), archive.read('docs/a b.md') == tar.extractfile('docs/a b.md').read())
`;
  for (const [module, code, name] of [
    ['build/release/archive.js', tar, 'x.tar.gz'],
    ['build/release/zip.js', zip, 'x.zip'],
  ] as const) {
    const bytes = evaluate(module, code);
    expect(evaluate(module, code).equals(bytes)).toBe(true);
    writeFileSync(join(folder, name), bytes);
  }
  const words = ['-c', python, join(folder, 'x.tar.gz'), join(folder, 'x.zip')];
  expect(execFileSync('python3', words, { encoding: 'utf8' })).toBe(
    "[('costctl', 493, 1700000000, 7), ('docs/a b.md', 420, 1700000000, 70000)]\n" +
      "None ['costctl', 'docs/a b.md'] True\n",
  );
});

interface Library {
  readonly path: string;
  readonly from: string;
}

function findLibraries(executable: string, root = '/'): readonly Library[] | undefined {
  const words = [executable, process.arch, root].map((one) => JSON.stringify(one)).join(', ');
  const code = `console.log(JSON.stringify(module.findLibraries(${words})) ?? '')`;
  const printed = evaluate('build/release/libraries.js', code).toString().trim();
  return printed === '' ? undefined : JSON.parse(printed);
}

test('the libraries of a program are those that the system would load, or none if one is missing', () => {
  for (const program of ['/bin/ls', process.execPath]) {
    const loaded = execFileSync('ldd', [program], { encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => /(?:=> |^\s+)(\/\S+) \(0x/.exec(line)?.[1] ?? []);
    const found = findLibraries(program)?.map(({ from }) => realpathSync(from));
    expect(found).toEqual(expect.arrayContaining(loaded.map((path) => realpathSync(path))));
    expect(found).toHaveLength(new Set(loaded.map((path) => realpathSync(path))).size);
  }
  expect(findLibraries('/bin/ls', folder)).toBeUndefined();
});

test('the image is one layer, and everything in it is as its digest says', () => {
  const image = `{ executable: '/bin/ls', libraries: ${JSON.stringify(findLibraries('/bin/ls'))}, arch: 'x64', version: '1.2.3', license: 'MIT', homepage: 'https://a.example#x', time: 1_700_000_000 }`;
  const code = `process.stdout.write(module.writeImage(${image}))`;
  const bytes = evaluate('build/release/image.js', code);
  writeFileSync(join(folder, 'image.tar'), bytes);
  const python = `
import gzip, hashlib, io, json, sys, tarfile
tar = tarfile.open(sys.argv[1])
def blob(one):
    data = tar.extractfile('blobs/' + one['digest'].replace(':', '/')).read()
    assert 'sha256:' + hashlib.sha256(data).hexdigest() == one['digest'] and len(data) == one['size']
    return data
manifest = json.loads(blob(json.load(tar.extractfile('index.json'))['manifests'][0]))
config = json.loads(blob(manifest['config']))
layer = gzip.decompress(blob(manifest['layers'][0]))
assert config['rootfs']['diff_ids'] == ['sha256:' + hashlib.sha256(layer).hexdigest()]
names = tarfile.open(fileobj=io.BytesIO(layer)).getnames()
print(config['config']['Entrypoint'], 'usr/bin/costctl' in names, any('libc.so' in name for name in names))
`;
  expect(
    execFileSync('python3', ['-c', python, join(folder, 'image.tar')], { encoding: 'utf8' }),
  ).toBe("['/usr/bin/costctl'] True True\n");
});

test('publishing checks the tag, the repository and every file first, and then publishes all of them', () => {
  const made = makeFiles();
  const tools = join(folder, 'tools');
  mkdirSync(tools, { recursive: true });
  for (const name of ['npm', 'gh']) {
    writeFileSync(
      join(tools, name),
      `#!/bin/sh\necho ${name} "$@" | sed 's/--notes-file [^ ]*/--notes/'\n`,
    );
    chmodSync(join(tools, name), 0o755);
  }
  const publish = (tag: string, more: NodeJS.ProcessEnv = {}) => {
    const path = `${tools}${delimiter}${process.env['PATH'] ?? ''}`;
    const env = { PATH: path, GITHUB_REF_NAME: tag, ...more };
    return spawnSync(resolve('.ci', 'publish'), [made], { env, encoding: 'utf8' });
  };
  const { status, stdout } = publish(`v${version}`);
  expect(status).toBe(0);
  const [first, second = ''] = stdout.split('\n');
  expect(first).toBe(`npm publish --provenance --access public ${made}/costctl-${version}.tgz`);
  expect(second).toContain(`gh release create v${version} --verify-tag`);
  for (const name of readdirSync(made)) expect(second).toContain(`${made}/${name}`);
  expect(publish('v9.9.9')).toMatchObject({ status: 1, stdout: '' });
  const fork = publish(`v${version}`, { GITHUB_REPOSITORY: 'someone/else' });
  expect(fork).toMatchObject({ status: 1, stdout: '' });
  expect(fork.stderr).toContain('this is someone/else: change `repository` there');
  writeFileSync(join(made, archives[0] ?? ''), 'other');
  expect(publish(`v${version}`)).toMatchObject({ status: 1, stdout: '' });
});
