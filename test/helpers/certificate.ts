import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const day = 86_400_000;

interface Request {
  /** A host name or an IPv4 address. */
  readonly host: string;
  readonly days?: number;
  /** Negative for a certificate that has expired. */
  readonly startsIn?: number;
}

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate (RFC 5280) and its key, as PEM. No program is needed to make it. */
export function createCertificate({ host, days = 2, startsIn = -1 }: Request): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
  const name = sequence(
    encode(0x31, sequence(objectId('550403'), encode(0x0c, Buffer.from(host)))),
  );
  const now = Date.now();
  const signed = sequence(
    encode(0xa0, encode(0x02, Buffer.from([2]))),
    encode(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(now + startsIn * day), time(now + startsIn * day + (days + 1) * day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(
      0xa3,
      sequence(
        extension('551d11', sequence(hostName(host))),
        extension('551d13', sequence(encode(0x01, Buffer.from([0xff])))),
      ),
    ),
  );
  const signature = sign('sha256', signed, privateKey);
  const whole = sequence(signed, ecdsaWithSha256, bits(signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(whole),
  };
}

/** One DER value: its tag, its length and its content (X.690). */
function encode(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const lead =
    length < 0x80 ? [tag, length] : [tag, 0x82, Math.floor(length / 0x100), length % 0x100];
  return Buffer.concat([Buffer.from(lead), content]);
}

const sequence = (...parts: readonly Buffer[]) => encode(0x30, ...parts);
const objectId = (hex: string) => encode(0x06, Buffer.from(hex, 'hex'));
const bits = (content: Buffer) => encode(0x03, Buffer.from([0]), content);

function extension(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), encode(0x04, value));
}

function hostName(host: string): Buffer {
  if (/^[\d.]+$/.test(host)) return encode(0x87, Buffer.from(host.split('.').map(Number)));
  return encode(0x82, Buffer.from(host));
}

/** Years up to 2049 have two digits. */
function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14);
  return encode(0x17, Buffer.from(`${digits}Z`));
}

function pem(content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
