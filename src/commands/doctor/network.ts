import { lookup } from 'node:dns/promises';
import { connect } from 'node:tls';
import { operations } from '../../api/operations.ts';
import { type Received, readJson, unexpectedResponse } from '../../api/response.ts';
import type { Context } from '../../context.ts';
import { hasCode, isSystemError, messageOf } from '../../errors.ts';
import { findProxy, isLoopback, parseProxy } from '../../http/proxy.ts';
import type { Response } from '../../http/request.ts';
import type { Session } from '../../session.ts';
import { pluralize } from '../../text.ts';
import { findTokenOperation } from '../openapi/service-operation.ts';
import { type Finding, fail, failure, ok, warn } from './machine.ts';

const day = 24 * 60 * 60_000;

/** Checks the way to the address: name, proxy, TLS. No request is sent. */
export async function checkNetwork(context: Context, address: string, timeout: number) {
  const url = new URL(address);
  const proxy = findProxy(url, context.env);
  if (proxy !== undefined) return checkProxy(proxy);
  const name = await checkName(url);
  const direct = ok('proxy', 'none');
  return name.status === 'fail'
    ? [direct, name]
    : [direct, name, await checkTls(context, url, timeout)];
}

/** The address of a proxy may contain a password. */
function checkProxy(address: string): Finding[] {
  try {
    const { protocol, username, password, host } = parseProxy(address);
    const user = username === '' && password === '' ? '' : '****@';
    return [
      ok('proxy', `${protocol}//${user}${host}`, 'NO_PROXY lists the hosts to reach without it'),
      ok('name', 'left to the proxy'),
      ok('TLS', 'through the proxy: not checked'),
    ];
  } catch (error) {
    return [failure('proxy', error)];
  }
}

async function checkName({ hostname }: URL): Promise<Finding> {
  const host = bare(hostname);
  try {
    const addresses = await lookup(host, { all: true });
    return ok('name', `${host} is ${addresses.map((one) => one.address).join(', ')}`);
  } catch (error) {
    const words = isSystemError(error) ? `${host} cannot be resolved (${error.code})` : error;
    return failure('name', words, 'check the spelling of the address, and the network');
  }
}

async function checkTls({ clock }: Context, url: URL, timeout: number): Promise<Finding> {
  if (url.protocol !== 'https:') {
    return isLoopback(url.hostname)
      ? ok('TLS', 'none: http to this machine')
      : warn('TLS', 'none: the token is sent unencrypted', 'use an https:// address');
  }
  try {
    const until = await readExpiry(url, timeout);
    const days = Math.floor((until - clock.now()) / day);
    const message = `the certificate is valid for ${pluralize(days, 'more day')}`;
    return days < 14
      ? warn('TLS', message, 'report it to the operators of the service')
      : ok('TLS', message);
  } catch (error) {
    return failure('TLS', error, hintFor(error));
  }
}

/** Adding trusted certificates helps against an untrusted certificate, not against an expired or a missing one. */
function hintFor(error: unknown): string {
  const code = isSystemError(error) ? error.code : undefined;
  if (code === undefined || /^(E[A-Z]+|ERR_.*)$/.test(code)) {
    return 'check the host, the port and https:// of the address, and the network';
  }
  return code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID'
    ? 'check the clock of this machine; if it is right, report it to the operators of the service'
    : 'NODE_EXTRA_CA_CERTS names a file with more certificates to trust';
}

/** When the service's certificate ends, after it has been checked as every request checks it. */
function readExpiry(url: URL, timeout: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const host = bare(url.hostname);
    const isName = !/^[\d.]+$|:/.test(host);
    const socket = connect({
      host,
      port: Number(url.port || 443),
      ...(isName ? { servername: host } : {}),
    });
    socket.setTimeout(timeout, () => socket.destroy(new Error('no TLS connection in time')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.end();
    });
  });
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Sends one request, as `profiles add` does, and says what it shows about token, clock and rate limit. */
export async function checkService(session: Session): Promise<Finding[]> {
  const { http, context } = session;
  const own = findTokenOperation(session);
  const operation = own ?? operations.listUsers;
  const { method, path } = operation;
  const query = own === undefined ? new URLSearchParams({ page: '1', limit: '1' }) : undefined;
  try {
    const response = await http.client.request({
      method,
      path,
      query,
      idempotent: true,
      anyStatus: true,
    });
    const received = {
      client: http.client,
      operation: { method, idempotent: true },
      path,
      response,
    };
    return [
      response.status === 200 ? checkAnswer(received, own === undefined) : checkStatus(response),
      ...checkClock(response, context.clock.now()),
      ...describeLimit(response),
    ];
  } catch (error) {
    const found = failure('service', error);
    if (hasCode(error, 'rate_limited')) return [{ ...found, status: 'warn' }];
    if (!hasCode(error, 'network')) return [found];
    return [fail('service', found.message, 'check the address and the network')];
  }
}

/** Another service, or a page to log in, may answer with 200 too. */
function checkAnswer(received: Received, isList: boolean): Finding {
  const check = 'service';
  try {
    const body = readJson(received);
    if (!isList) {
      return ok(check, 'accepts the token; costctl whoami shows what it says about the token');
    }
    if (Array.isArray(new Map(Object.entries(body ?? {})).get('data'))) {
      return ok(check, 'accepts the token: an organization token');
    }
    throw unexpectedResponse(received, 'is not a list');
  } catch (error) {
    return fail(check, messageOf(error), 'check that the address is that of the service');
  }
}

function checkStatus({ status }: Response): Finding {
  const check = 'service';
  if (status === 403) {
    const message = 'accepts the token: a workspace token, or one without that capability';
    return ok(check, message, 'groups such as users and providers need an organization token');
  }
  if (status === 401) {
    const hint =
      'it may have expired, or belong to another address; costctl profiles set NAME --token-stdin stores a new one';
    return fail(check, 'rejects the token', hint);
  }
  return fail(check, `answers ${status}`, 'check the address; --debug shows the exchange');
}

/** Tokens, rates and days all depend on a clock. */
function checkClock({ headers }: Response, now: number): Finding[] {
  const theirs = Date.parse(textOf(headers['date']));
  if (Number.isNaN(theirs)) return [];
  const seconds = Math.round((now - theirs) / 1000);
  const apart = Math.abs(seconds);
  if (apart <= 60) return [ok('clock', "agrees with the service's")];
  const message = `${apart} s ${seconds > 0 ? 'ahead of' : 'behind'} the service's`;
  return [warn('clock', message, 'set the clock of this machine from a time server')];
}

function describeLimit({ headers }: Response): Finding[] {
  const limit = textOf(headers['ratelimit-limit']);
  const remaining = textOf(headers['ratelimit-remaining']);
  const reset = textOf(headers['ratelimit-reset']);
  if (limit === '' && remaining === '') return [];
  const requests = `${remaining || limit} ${(remaining || limit) === '1' ? 'request' : 'requests'}`;
  const parts = [
    remaining === '' ? requests : `${requests} left`,
    remaining === '' || limit === '' ? '' : `of ${limit}`,
    reset === '' ? '' : `for the next ${reset} s`,
  ];
  return [ok('rate limit', parts.filter((part) => part !== '').join(' '))];
}

function textOf(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? '';
}
