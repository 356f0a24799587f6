import { expect, test } from 'vitest';
import { findProxy, nameProxy, parseProxy } from '../../src/http/proxy.ts';

const proxy = 'http://proxy.example:8080';

test.each<[string, Record<string, string>, boolean]>([
  ['https://api.example', {}, false],
  ['https://api.example', { HTTPS_PROXY: '' }, false],
  ['https://api.example', { HTTPS_PROXY: proxy }, true],
  ['https://api.example', { https_proxy: proxy }, true],
  ['https://api.example', { HTTP_PROXY: proxy }, true],
  ['http://api.example', { HTTP_PROXY: proxy }, true],
  ['http://api.example', { HTTPS_PROXY: proxy }, false],
  ['http://localhost:8080', { HTTP_PROXY: proxy }, false],
  ['http://a.localhost', { HTTP_PROXY: proxy }, false],
  ['http://127.0.0.1', { HTTP_PROXY: proxy }, false],
  ['http://127.9.9.9', { HTTP_PROXY: proxy }, false],
  ['http://[::1]:80', { HTTP_PROXY: proxy }, false],
  ['http://127.0.0.1.example', { HTTP_PROXY: proxy }, true],
  ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: 'other.example,api.example' }, false],
  ['https://api.example', { HTTPS_PROXY: proxy, no_proxy: 'API.example' }, false],
  ['https://a.api.example', { HTTPS_PROXY: proxy, NO_PROXY: '.api.example' }, false],
  ['https://a.api.example', { HTTPS_PROXY: proxy, NO_PROXY: '*.api.example' }, false],
  ['https://a.api.example', { HTTPS_PROXY: proxy, NO_PROXY: 'api.example' }, false],
  ['https://xapi.example', { HTTPS_PROXY: proxy, NO_PROXY: 'api.example' }, true],
  ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: 'api.example:443' }, false],
  ['https://api.example:444', { HTTPS_PROXY: proxy, NO_PROXY: 'api.example:443' }, true],
  ['https://[fe80::1]', { HTTPS_PROXY: proxy, NO_PROXY: '[fe80::1]' }, false],
  ['https://[fe80::1]', { HTTPS_PROXY: proxy, NO_PROXY: 'fe80::1' }, false],
  ['https://[fe80::1]:444', { HTTPS_PROXY: proxy, NO_PROXY: '[fe80::1]:443' }, true],
  ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: '*' }, false],
  ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: ' , ' }, true],
])('%s with %j goes through a proxy: %s', (baseUrl, env, proxied) => {
  expect(findProxy(new URL(baseUrl), env)).toBe(proxied ? proxy : undefined);
});

test.each([
  ['proxy.example:3128', 'proxy.example:3128'],
  ['proxy.example', 'proxy.example:80'],
  ['10.0.0.1:3128', '10.0.0.1:3128'],
  ['[fe80::1]:3128', '[fe80::1]:3128'],
  ['user:hunter2@proxy.example:3128', 'proxy.example:3128'],
])('a proxy without a scheme is reached by http, as by curl: %s', (given, named) => {
  const found = findProxy(new URL('https://api.example'), { HTTPS_PROXY: given }) ?? '';
  expect([found, nameProxy(found), parseProxy(found).protocol]).toEqual([
    `http://${given}`,
    named,
    'http:',
  ]);
});

test.each([
  'socks5://proxy.example',
  'ftp://proxy.example',
  '//proxy.example',
  'http://',
  ':3128',
  'a b',
])('%s is no address of a proxy', (given) => {
  const found = findProxy(new URL('https://api.example'), { HTTPS_PROXY: given }) ?? '';
  expect(() => parseProxy(found)).toThrow('the proxy address is not');
});

test.each([
  ['http://user:hunter2@proxy.example:8080/path', 'proxy.example:8080'],
  ['http://proxy.example', 'proxy.example:80'],
  ['https://proxy.example', 'proxy.example:443'],
  ['no address', undefined],
])('%s is named %s', (address, name) => {
  expect(nameProxy(address)).toBe(name);
});
