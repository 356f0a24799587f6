import { type Kind, struckRequests } from './commands.ts';
import { cut, type End, type Fault, type Point, unreadable } from './fault.ts';
import { type Act, answerBytes, headBytes } from './proxy.ts';

const problem = {
  type: 'about:blank',
  title: 'it cannot be',
  detail: 'because the test says so',
};

function answerFault(
  point: Point,
  name: string,
  end: End,
  status: number,
  headers: Readonly<Record<string, string | number>>,
  body: string | Buffer,
  kinds?: readonly Kind[],
): Fault {
  const bytes = Buffer.from(body as string);
  const act: Act = ({ socket }) => {
    const head = headBytes(status, { 'content-length': bytes.length, ...headers });
    socket.write(Buffer.concat([head, bytes]));
  };
  return { point, name, end, act, ...(kinds === undefined ? {} : { kinds }) };
}

/** Of these, the struck request asks for a rate, and an answer of 404 says that there is none. */
const askingForRates: readonly Kind[] = ['files'];
const others = struckRequests.flatMap(({ kind }) => (askingForRates.includes(kind) ? [] : [kind]));

const statuses: readonly (readonly [number, End, (readonly Kind[])?])[] = [
  [302, unreadable],
  [307, unreadable],
  [400, { exits: [2], again: false }],
  [401, { exits: [3], again: false }],
  [403, { exits: [4], again: false }],
  [404, { exits: [5], again: false }, others],
  [404, { exits: [9], again: false }, askingForRates],
  [409, { exits: [6], again: false }],
  [410, unreadable],
  [418, unreadable],
  [500, cut],
  [501, unreadable],
  [502, cut],
  [503, cut],
  [504, cut],
  [599, unreadable],
];

const bodies: readonly (readonly [string, string, string])[] = [
  ['a problem', 'application/problem+json', JSON.stringify(problem)],
  ['no body', 'application/problem+json', ''],
  ['HTML', 'text/html', '<html><body>\u001b[31mnot here</body></html>'],
  ['a problem of other kinds', 'application/problem+json', '{"title":1,"detail":{"a":[]}}'],
];

const json = { 'content-type': 'application/problem+json' };
const refusal = JSON.stringify({ ...problem, status: 429 });

/** `Retry-After` in every form, sensible and not. */
function retryAfters(): Fault[] {
  const date = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
  const forms: readonly (readonly [string, () => Record<string, string>, End, End])[] = [
    ['none', () => ({}), 'waits', cut],
    ['1 second', () => ({ 'retry-after': '1' }), 'waits', cut],
    ['0 seconds', () => ({ 'retry-after': '0' }), 'waits', cut],
    ['a date in a second', () => ({ 'retry-after': date(1.5) }), 'waits', cut],
    ['a date gone by', () => ({ 'retry-after': date(-1000) }), 'waits', cut],
    ['negative', () => ({ 'retry-after': '-5' }), 'waits', cut],
    ['absurd', () => ({ 'retry-after': '99999999999999999999' }), 'refused', unreadable],
    ['an hour', () => ({ 'retry-after': '3600' }), 'refused', unreadable],
    ['a far date', () => ({ 'retry-after': date(1e9) }), 'refused', unreadable],
    ['words', () => ({ 'retry-after': 'soon, I hope' }), 'waits', cut],
    ['RateLimit-Reset alone', () => ({ 'ratelimit-reset': '1' }), 'waits', cut],
  ];
  return forms.flatMap(([name, headers, on429, on503]) =>
    ([429, 503] as const).map((status): Fault => {
      const act: Act = ({ socket }) => {
        const head = headBytes(status, {
          ...json,
          ...headers(),
          'content-length': refusal.length,
        });
        socket.write(Buffer.concat([head, Buffer.from(refusal)]));
      };
      const end = status === 429 ? on429 : on503;
      return { point: 'the status', name: `${status}, Retry-After: ${name}`, end, act };
    }),
  );
}

const page = '{"links":{"self":null,"next":null,"last":null},"data":';
const envelopes: readonly (readonly [string, string])[] = [
  ['a list without its envelope', '[]'],
  ['null', 'null'],
  ['a text', '"x"'],
  ['an envelope without data', '{"links":{}}'],
  ['data that is no list', `${page}{"0":1}}`],
  ['links that are none', '{"links":7,"data":[]}'],
];

const strange = 'application/json';
const readers: readonly Kind[] = ['get', 'list', 'create', 'update', 'export'];

const contentFaults: readonly Fault[] = [
  answerFault(
    'the answer',
    'HTML with 200',
    unreadable,
    200,
    { 'content-type': 'text/html' },
    '<p>hello',
  ),
  answerFault(
    'the answer',
    'HTML declared as JSON',
    unreadable,
    200,
    { 'content-type': strange },
    '<p>',
  ),
  answerFault(
    'the answer',
    'nothing with 200',
    unreadable,
    200,
    { 'content-type': strange },
    '',
    readers,
  ),
  answerFault(
    'the answer',
    'JSON cut',
    unreadable,
    200,
    { 'content-type': strange },
    '{"data":[{"a',
    readers,
  ),
  answerFault(
    'the answer',
    'bytes of no text',
    unreadable,
    200,
    { 'content-type': strange },
    Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  ),
  answerFault('the answer', 'NaN', unreadable, 200, { 'content-type': strange }, 'NaN'),
  answerFault(
    'the answer',
    'brackets 100,000 deep',
    unreadable,
    200,
    { 'content-type': strange },
    '['.repeat(100_000) + ']'.repeat(100_000),
    ['list', 'export'],
  ),
  ...envelopes.map(([name, body]) =>
    answerFault('the answer', name, unreadable, 200, { 'content-type': strange }, body, [
      'list',
      'export',
    ]),
  ),
];

/** `links.next` of a hostile service; the page itself is right. */
function linked(name: string, end: End, next: (target: string) => unknown): Fault {
  return {
    point: 'the links',
    name,
    end,
    kinds: ['list'],
    act: async ({ socket, request, forward }) => {
      const answer = await forward();
      const envelope = JSON.parse(answer.body.toString());
      envelope.links.next = next(request.target);
      const body = Buffer.from(JSON.stringify(envelope));
      socket.write(answerBytes({ ...answer, body }));
    },
  };
}

function hostileLinks(stranger: string): readonly Fault[] {
  const following = (target: string) => {
    const url = new URL(target, stranger);
    url.searchParams.set('page', String(Number(url.searchParams.get('page')) + 1));
    return url;
  };
  return [
    linked('next on another host', 'whole', (target) => following(target).href),
    linked('next with a name and password', 'whole', (target) => {
      const url = following(target);
      url.username = 'who';
      url.password = 'knows';
      return url.href;
    }),
    linked(
      'next on another path',
      'whole',
      (target) => `${stranger}/v1/users${following(target).search}`,
    ),
    linked('next as a bare query', 'whole', (target) => following(target).search),
    linked(
      'next as a path with //',
      'whole',
      (target) => `//127.0.0.1:1/x${following(target).search}`,
    ),
    linked('next that stays', unreadable, (target) => new URL(target, stranger).href),
    linked('next back to the first page', unreadable, (target) => {
      const url = new URL(target, stranger);
      url.searchParams.set('page', '1');
      return url.href;
    }),
    linked('next that is a number', unreadable, () => 7),
    linked('next that is a script', unreadable, () => 'javascript:alert(1)'),
  ];
}

export function answerFaults(stranger: string): readonly Fault[] {
  return [
    ...contentFaults,
    ...statuses.flatMap(([status, end, kinds]) =>
      bodies.map(([name, type, body]) =>
        answerFault(
          'the status',
          `${status} with ${name}`,
          end,
          status,
          { 'content-type': type, ...(status < 400 ? { location: `${stranger}/steal` } : {}) },
          body,
          kinds,
        ),
      ),
    ),
    ...retryAfters(),
    ...hostileLinks(stranger),
  ];
}
