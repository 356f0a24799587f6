import { readFileSync } from 'node:fs';
import { findShipped } from '../shipped.js';

/**
 * The software bill of materials (CycloneDX 1.6): the packages whose code is in the built files, as the
 * source maps say, with the hashes of the lock file.
 */
export function describeMaterials({ name, version, license, description }) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const parts = findShipped().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const [kind, digest] = lock[folder].integrity.split(/-(.*)/);
    if (kind !== 'sha512') throw new Error(`${name}: the lock file has no SHA-512`);
    return {
      ...component('library', name, version, license),
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    };
  });
  // A package that is in two folders in the same version is one part.
  const byName = new Map(parts.map((part) => [part['bom-ref'], part]));
  const components = [...byName.keys()].sort().map((name) => byName.get(name));
  const root = { ...component('application', name, version, license), description };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components,
    dependencies: [
      { ref: root['bom-ref'], dependsOn: components.map((one) => one['bom-ref']) },
      ...components.map((one) => ({ ref: one['bom-ref'], dependsOn: [] })),
    ],
  };
}

function component(type, name, version, license) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const licenses = [
    / (AND|OR) /.test(license) ? { expression: license } : { license: { id: license } },
  ];
  return { type, 'bom-ref': purl, name, version, purl, licenses };
}
