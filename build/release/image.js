import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compress, writeTar } from './archive.js';

/** What images call the processors that Node knows. */
export const architectureOf = { x64: 'amd64', arm64: 'arm64' };

/**
 * An OCI image as a tar archive of its layout, for `podman load` or `skopeo copy oci-archive:FILE`: one layer
 * with the executable and the libraries that it needs, and nothing else.
 */
export function writeImage({ executable, libraries, arch, version, license, homepage, time }) {
  const architecture = architectureOf[arch];
  const layer = writeTar(
    [
      { path: 'usr/bin/costctl', bytes: readFileSync(executable), mode: 0o755 },
      ...libraries.map(({ path, from }) => ({ path, bytes: readFileSync(from), mode: 0o755 })),
      {
        path: 'etc/passwd',
        bytes: Buffer.from('costctl:x:65532:65532::/home/costctl:/usr/bin/costctl\n'),
      },
    ],
    time,
  );
  const compressed = compress(layer);
  const created = new Date(time * 1000).toISOString();
  const config = json({
    created,
    architecture,
    os: 'linux',
    config: {
      User: '65532:65532',
      Env: ['PATH=/usr/bin'],
      Entrypoint: ['/usr/bin/costctl'],
      WorkingDir: '/work',
      Labels: {
        'org.opencontainers.image.title': 'costctl',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': license,
        'org.opencontainers.image.source': homepage.replace(/#.*/, ''),
      },
    },
    rootfs: { type: 'layers', diff_ids: [digestOf(layer)] },
    history: [{ created, created_by: 'build/release' }],
  });
  const type = 'application/vnd.oci.image';
  const manifest = json({
    schemaVersion: 2,
    mediaType: `${type}.manifest.v1+json`,
    config: describe(config, `${type}.config.v1+json`),
    layers: [describe(compressed, `${type}.layer.v1.tar+gzip`)],
  });
  const index = json({
    schemaVersion: 2,
    mediaType: `${type}.index.v1+json`,
    manifests: [
      {
        ...describe(manifest, `${type}.manifest.v1+json`),
        platform: { os: 'linux', architecture },
        annotations: { 'org.opencontainers.image.ref.name': version },
      },
    ],
  });
  const blobs = [config, compressed, manifest].map((bytes) => ({
    path: `blobs/sha256/${digestOf(bytes).slice('sha256:'.length)}`,
    bytes,
  }));
  const layout = { path: 'oci-layout', bytes: json({ imageLayoutVersion: '1.0.0' }) };
  return writeTar([layout, { path: 'index.json', bytes: index }, ...blobs], time);
}

const json = (value) => Buffer.from(JSON.stringify(value));
const digestOf = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

function describe(bytes, mediaType) {
  return { mediaType, digest: digestOf(bytes), size: bytes.length };
}
